// The program as a user starts it, on a free port, in a folder of its own.
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test as base, expect, type Page } from "@playwright/test";

export const program = process.env["FIDUCIAL"] ?? resolve(import.meta.dirname, "../../build/release/fiducial");
export const token = "a-token-for-the-tests-0123456789";

export interface Server {
  url: string;
  port: number;
  process: ChildProcess;
  folder: string;
  kill: (signal: NodeJS.Signals) => Promise<number | null>;
}

export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), "fiducial-page-"));
}

export function start(args: string[] = [], port = 0, folder = newFolder()): Promise<Server> {
  const tokenFile = join(folder, "token");
  writeFileSync(tokenFile, token + "\n");
  const child = spawn(program, ["serve", ...args, "--quiet", "--port", String(port), "--token-file", tokenFile], { cwd: folder });
  const ended = new Promise<number | null>((done) => child.on("exit", (code) => done(code)));
  return new Promise((ready, failed) => {
    let said = "";
    let wrong = "";
    child.stderr.on("data", (bytes: Buffer) => (wrong += bytes.toString()));
    child.stdout.on("data", (bytes: Buffer) => {
      said += bytes.toString();
      const match = /http:\/\/127\.0\.0\.1:(\d+)\/#token=/.exec(said);
      if (!match) return;
      ready({
        url: `http://127.0.0.1:${match[1]}`,
        port: Number(match[1]),
        process: child,
        folder,
        kill: (signal) => {
          child.kill(signal);
          return ended;
        },
      });
    });
    void ended.then((code) => failed(new Error(`the program ended with ${code}: ${wrong}`)));
  });
}

// A program that ends by itself: its exit code, and what it said.
export function ends(args: string[], env: NodeJS.ProcessEnv = process.env): { code: number | null; said: string } {
  const result = spawnSync(program, args, { encoding: "utf8", timeout: 20_000, env });
  return { code: result.status, said: result.stderr };
}

export async function call(server: Server, method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(server.url + path, {
    method,
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

// Every test: the page asks nobody but its server, and nothing goes wrong unseen.
export const test = base.extend<{ watched: Page }>({
  watched: async ({ page }, use) => {
    const wrong: string[] = [];
    page.on("pageerror", (error) => wrong.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error" && !/Failed to load resource|ERR_CONNECTION/.test(message.text())) wrong.push(message.text());
    });
    page.on("dialog", (dialog) => {
      if (dialog.type() !== "beforeunload") wrong.push(`a dialog: ${dialog.message()}`);
      void dialog.accept();
    });
    page.on("request", (request) => {
      if (!/^(http:\/\/(127\.0\.0\.1|localhost):|file:|data:)/.test(request.url())) wrong.push(`asked ${request.url()}`);
    });
    await use(page);
    expect(wrong).toEqual([]);
  },
});

export async function open(page: Page, server: Server, hash = "#/try"): Promise<void> {
  await page.goto(`${server.url}/#token=${token}`);
  await page.goto(`${server.url}/${hash}`);
}

export { expect };
