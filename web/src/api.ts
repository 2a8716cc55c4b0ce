// Requests to the service that the page came from, with the token from the page's address.

const kToken = "fiducial-token";

export class ApiProblem extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

// The token stands in the address once: it is kept, and taken out of the address so that nobody copies it by mistake.
export function takeToken(): void {
  const match = /^#token=([^&]+)/.exec(location.hash);
  if (!match?.[1]) return;
  localStorage.setItem(kToken, decodeURIComponent(match[1]));
  history.replaceState(null, "", location.pathname + "#/try");
}

export function setToken(token: string): void {
  localStorage.setItem(kToken, token.trim());
}

async function ask<T>(path: string, init: RequestInit = {}): Promise<T> {
  return JSON.parse(await askText(path, init)) as T;
}

async function askText(path: string, init: RequestInit): Promise<string> {
  let response: Response;
  try {
    response = await fetch(path, {
      ...init,
      headers: {
        Authorization: `Bearer ${localStorage.getItem(kToken) ?? ""}`,
        ...(init.body === undefined ? {} : { "Content-Type": "application/json" }),
        ...init.headers,
      },
    });
  } catch (cause) {
    if ((cause as Error).name === "AbortError") throw cause;
    throw new ApiProblem(0, "The server does not answer. Is it still running?");
  }
  const text = await response.text();
  if (response.ok) return text;
  let message = `The server answered ${response.status}.`;
  try {
    message = (JSON.parse(text) as { error: { message: string } }).error.message;
  } catch {
    // An answer without a body says enough by its status.
  }
  throw new ApiProblem(response.status, message);
}

export const get = <T>(path: string): Promise<T> => ask<T>(path);
export const getText = (path: string): Promise<string> => askText(path, {});
// A run is measured when the server starts; until then it answers 503, and we ask again.
export async function getWhenReady<T>(path: string): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await get<T>(path);
    } catch (problem) {
      if (!(problem instanceof ApiProblem) || problem.status !== 503 || tries >= 240) throw problem;
      await new Promise((done) => setTimeout(done, 250));
    }
  }
}
export const post = <T>(path: string, body: unknown): Promise<T> =>
  ask<T>(path, { method: "POST", body: JSON.stringify(body) });
export const put = <T>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<T> =>
  ask<T>(path, { method: "PUT", body: JSON.stringify(body), headers });

// Calls with the newest argument only: while one call is under way, later ones replace each other. What comes back is
// always the answer to the last argument that was given.
export function latest<A, R>(
  call: (argument: A) => Promise<R>,
  done: (result: R, argument: A) => void,
  failed: (problem: unknown) => void,
): (argument: A) => void {
  let waiting: { argument: A } | undefined;
  let busy = false;
  const next = (): void => {
    if (!waiting) return;
    const { argument } = waiting;
    waiting = undefined;
    busy = true;
    call(argument)
      .then((result) => {
        if (!waiting) done(result, argument);
      }, failed)
      .finally(() => {
        busy = false;
        next();
      });
  };
  return (argument) => {
    waiting = { argument };
    if (!busy) next();
  };
}
