// How the service starts: on another address with TLS, and what it says to bad input.
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { ends, expect, newFolder, program, start, test, token } from "./program";

// An address of this machine that others can reach; the loopback's on a machine without any.
const address =
  Object.values(networkInterfaces())
    .flat()
    .find((one) => one && one.family === "IPv4" && !one.internal)?.address ?? "127.0.0.1";

test("serves the page over TLS on an address that other machines reach", async ({ browser }) => {
  const folder = newFolder();
  const [cert, key, tokenFile] = [join(folder, "cert.pem"), join(folder, "key.pem"), join(folder, "token")];
  execFileSync("openssl", ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1", "-subj", "/CN=fiducial", "-addext", `subjectAltName=IP:${address}`, "-keyout", key, "-out", cert], { stdio: "ignore" });
  writeFileSync(tokenFile, token + "\n");
  const child = spawn(program, ["serve", "--quiet", "--port", "0", "--host", address, "--cert", cert, "--key", key, "--token-file", tokenFile]);
  const url = await new Promise<string>((ready) => child.stdout.on("data", (bytes: Buffer) => ready(bytes.toString().trim())));
  expect(url).toMatch(new RegExp(`^https://${address.replaceAll(".", "\\.")}:[0-9]+/#token=`));
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  await page.goto(url);
  await page.locator("#reference").fill("Left effusion.");
  await page.locator("#candidate").fill("Left effusion.");
  await expect(page.locator("#radsem-value")).toHaveText("1.00");
  await context.close();
  await expect(fetch(url.replace("https:", "http:").replace(/#.*/, "healthz"))).rejects.toThrow();
  child.kill("SIGTERM");
});

test("says what is wrong, and ends with 2", async () => {
  const folder = newFolder();
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const pairs = file("pairs.jsonl", JSON.stringify({ id: "a", reference: "Mass.", candidate: "No mass." }) + "\n");
  mkdirSync(join(folder, "half"));
  file("half/ref_rewritten.jsonl", JSON.stringify({ name: "a", English_Report: "Mass." }) + "\n");
  mkdirSync(pairs + ".rated");
  file("pairs.jsonl.rated/journal.jsonl", "something else\n");
  const other = file("other.jsonl", JSON.stringify({ id: "a", reference: "Mass.", candidate: "Mass." }) + "\n");
  const running = await start();
  const cases: [string[], string][] = [
    [[file("wrong.csv", "a,b\n1,2\n")], "expected a column 'reference'"],
    [[join(folder, "none.jsonl")], "there is no such file"],
    [[join(folder, "half")], "found no gen_rewritten.jsonl in it: did the run end?"],
    [[pairs], "journal.jsonl:1: expected a decision"],
    [["--annotate", file("reports.csv", "a,b\n1,2\n")], "expected reports with subject_id, study_id and a text"],
    [["--port", String(running.port)], `port ${running.port} is in use`],
    [["--host", address === "127.0.0.1" ? "0.0.0.0" : address], "give one with --token-file"],
    [["--host", "0.0.0.0", "--token-file", file("token", token)], "with --name"],
    [["--token-file", file("short", "abc")], "token"],
    [["--cert", other], "--cert and --key: expected both or none"],
    [["--cert", join(folder, "none.pem"), "--key", other], "none.pem: expected a PEM file, but: No such file"],
    [["--cert", other, "--key", other], "expected a certificate (PEM)"],
  ];
  for (const [args, message] of cases) {
    const { code, said } = ends(["serve", ...args]);
    expect(said).toContain(message);
    expect(code).toBe(2);
  }
  await running.kill("SIGTERM");
});

test("without a browser it says so and serves", async () => {
  const folder = newFolder();
  const child = spawn(program, ["serve", "--open", "--port", "0"], { env: { PATH: folder } });
  let said = "";
  child.stderr.on("data", (bytes: Buffer) => (said += bytes.toString()));
  const url = await new Promise<string>((ready) => child.stdout.on("data", (bytes: Buffer) => ready(bytes.toString().trim())));
  expect((await fetch(url.replace(/#.*/, "healthz"))).status).toBe(200);
  await expect.poll(() => said).toContain("no browser could be opened");
  child.kill("SIGTERM");
});

test("a folder that cannot be written loses nothing: the decision is refused", async () => {
  const folder = newFolder();
  const pairs = join(folder, "pairs.jsonl");
  writeFileSync(pairs, JSON.stringify({ id: "a", reference: "Mass.", candidate: "No mass." }) + "\n");
  writeFileSync(pairs + ".adjudicated", "a file where the folder should be");
  const server = await start([pairs], 0, newFolder());
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json", "If-Match": '"0"' };
  const path = `${server.url}/v1/runs/0/cases/a/tag`;
  let answer = await fetch(path, { headers });
  while (answer.status === 503) answer = await fetch(path, { headers });
  const { tag } = (await answer.json()) as { tag: unknown };
  answer = await fetch(path, { method: "PUT", headers, body: JSON.stringify({ who: "A", tag }) });
  expect(answer.status).toBe(507);
  expect(((await answer.json()) as { error: { message: string } }).error.message).toContain("expected to keep the decision");
  const after = (await (await fetch(path, { headers })).json()) as { version: number };
  expect(after.version).toBe(0);
  await server.kill("SIGTERM");
});
