import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { call, expect, newFolder, open, program, start, test, type Server } from "./program";

const references = ["Small left pleural effusion. Cardiomegaly.", "Gallstones. The liver is normal.", "Fracture of the left femoral neck."];
const good = references;
const bad = ["No pleural effusion.", "No gallstones. The liver is normal.", "Fracture of the right femoral neck."];

function systemFile(folder: string, name: string, candidates: string[], others = references): string {
  const path = join(folder, `${name}.jsonl`);
  writeFileSync(path, others.map((reference, i) => JSON.stringify({ id: `case-${i + 1}`, reference, candidate: candidates[i] }) + "\n").join(""));
  return path;
}

async function twoSystems(): Promise<Server> {
  const folder = newFolder();
  return start([systemFile(folder, "careful", good), systemFile(folder, "careless", bad)], 0, folder);
}

// Rates the case that is open: five points where the candidate is the reference, `worse` where it is not.
async function rateByKeys(page: Page, worse: number): Promise<void> {
  const reference = await page.locator(".rate > section .marks").textContent();
  for (const [i, modifier] of ["", "Shift+"].entries()) {
    const text = await page.locator(".candidate .marks").nth(i).textContent();
    await page.locator("h1").click();
    await page.keyboard.press(`${modifier}Digit${text === reference ? 5 : worse}`);
    if (text !== reference) await page.getByLabel(`one negation error more, candidate ${i + 1}`).click();
  }
}

test("rates two candidates blindly, by keys, and correlate reads what is kept", async ({ watched: page }) => {
  const server = await twoSystems();
  await open(page, server, "#/rate");
  await expect(page.locator("#begin")).toBeDisabled();
  await page.locator("#who").fill("Dr. A");
  await page.locator("#begin").click();
  for (const id of ["case-1", "case-2", "case-3"]) {
    await expect(page.getByRole("heading", { name: id })).toBeVisible();
    await expect(page.locator("body")).not.toContainText(/careful|careless/);
    await rateByKeys(page, id === "case-3" ? 2 : 1);
    if (id === "case-2") await page.locator("#why").fill('denied <img src=x onerror="alert(1)">');
    await page.keyboard.press("Control+s");
  }
  await expect(page.locator("#count")).toContainText("3 rated by you");
  await expect(page.getByText("No case has two raters yet")).toBeVisible();
  await page.getByText("Which system they prefer").click();
  await expect(page.locator("#result tbody tr").first()).toContainText("careful35.000.00");
  await expect(page.locator("#result tbody tr").nth(1)).toContainText("careless01.331.00");

  // The program reads it: the careless system's scores against its ratings.
  const kept = join(server.folder, "careful.jsonl.rated");
  const ratings = readFileSync(join(kept, "careless.ratings.jsonl"), "utf8");
  expect(ratings.trim().split("\n").map((line) => (JSON.parse(line) as { rating: number[] }).rating)).toEqual([[1], [1], [2]]);
  const samples = join(server.folder, "samples.jsonl");
  execFileSync(program, ["score", join(server.folder, "careless.jsonl"), "--metrics", "radsem,bleu", "--samples", samples, "--quiet"]);
  for (const [rating, n] of [["rating", 3], ["errors", 3], ["errors.negation", 3]] as const) {
    const out = execFileSync(program, ["correlate", samples, "--ratings", join(kept, "careless.ratings.jsonl"), "--rating", rating, "--json", "-", "--quiet"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    const summary = JSON.parse(out) as { correlations: { metric: string; n: number }[] };
    expect(summary.correlations.find((one) => one.metric === "bleu4")?.n).toBe(n);
  }
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "careless.ratings.jsonl" }).click()]);
  expect(readFileSync(await file.path(), "utf8")).toBe(ratings);
  await server.kill("SIGTERM");
});

test("shows how far two raters agree, and each his own order and rating", async ({ watched: page }) => {
  const server = await twoSystems();
  for (const [who, worse] of [["Dr. A", 1], ["Dr. B", 2]] as const) {
    await open(page, server, "#/rate/0/1");
    await page.locator("#who").fill(who);
    await expect(page.locator("#count")).toContainText("0 rated by you");
    await page.locator("#begin").click();
    for (const id of ["case-1", "case-2", "case-3"]) {
      await expect(page.getByRole("heading", { name: id })).toBeVisible();
      await rateByKeys(page, worse);
      await page.getByRole("button", { name: /^Keep/ }).click();
    }
    await expect(page.locator("#count")).toContainText("3 rated by you");
  }
  await expect(page.locator(".agreement tbody tr").first()).toContainText("Dr. A and Dr. B6");
  const { agreement } = (await (await call(server, "GET", "/v1/rating?a=0&b=1")).json()) as { agreement: { rating: { alpha: number } } };
  await expect(page.locator("#alpha")).toContainText(agreement.rating.alpha.toFixed(2));
  // What one kept is there for him when he comes back, and not for the other.
  await page.getByRole("link", { name: "case-2" }).click();
  await expect(page.locator(".points .chosen strong")).toHaveText([/2|5/, /2|5/]);
  await page.keyboard.press("Escape");
  await page.locator("#who").fill("Dr. C");
  await page.getByRole("link", { name: "case-2" }).click();
  await expect(page.locator(".points .chosen")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Keep/ })).toBeDisabled();
  await page.keyboard.press("3");
  await page.keyboard.press("Control+s");
  await expect(page.locator("#said")).toHaveText("Rate both candidates before you keep it.");
  expect(readFileSync(join(server.folder, "careful.jsonl.rated", "journal.jsonl"), "utf8")).not.toContain("Dr. C");
  await server.kill("SIGTERM");
});

test("two tabs of one rater do not overwrite each other in silence", async ({ watched: page, context }) => {
  const server = await twoSystems();
  const other = await context.newPage();
  await open(page, server, "#/rate/0/1");
  await page.locator("#who").fill("Dr. A");
  for (const tab of [page, other]) {
    await open(tab, server, "#/rate/0/1/case-1");
    await rateByKeys(tab, 1);
  }
  await page.getByRole("button", { name: /^Keep/ }).click();
  await expect(page.getByRole("heading", { name: "case-2" })).toBeVisible();
  await other.getByRole("button", { name: /^Keep \(/ }).click();
  await expect(other.getByRole("alert")).toContainText("kept another rating of this case while you worked");
  await other.getByRole("button", { name: "Keep this one" }).click();
  await expect(other.getByRole("heading", { name: "case-2" })).toBeVisible();
  expect(readFileSync(join(server.folder, "careful.jsonl.rated", "journal.jsonl"), "utf8").trim().split("\n")).toHaveLength(2);
  await server.kill("SIGTERM");
});

test("a rating outlives a server that is gone for a while", async ({ watched: page }) => {
  const server = await twoSystems();
  await open(page, server, "#/rate/0/1");
  await page.locator("#who").fill("Dr. A");
  await page.locator("#begin").click();
  await rateByKeys(page, 2);
  await server.kill("SIGKILL");
  await page.getByRole("button", { name: /^Keep/ }).click();
  await expect(page.getByRole("alert")).toContainText("does not answer");
  const files = ["careful", "careless"].map((name) => join(server.folder, `${name}.jsonl`));
  const again = await start(files, server.port, server.folder);
  await expect(page.getByRole("alert")).toHaveCount(0, { timeout: 15_000 });
  await page.getByRole("button", { name: /^Keep/ }).click();
  await expect(page.getByRole("heading", { name: "case-2" })).toBeVisible();
  expect(readFileSync(join(server.folder, "careful.jsonl.rated", "journal.jsonl"), "utf8").trim().split("\n")).toHaveLength(1);
  await again.kill("SIGTERM");
});

test("says why there is nothing to rate, and leaves out what cannot be compared", async ({ watched: page }) => {
  const folder = newFolder();
  const one = await start([systemFile(folder, "careful", good)], 0, folder);
  await open(page, one, "#/rate");
  await expect(page.getByText("Start the server with the files of two systems")).toBeVisible();
  await one.kill("SIGTERM");
  const others = ["Small left pleural effusion. Cardiomegaly.", "Something else.", "Fracture of the left femoral neck."];
  const two = await start([systemFile(folder, "careful", good), systemFile(folder, "other", bad, others)], 0, folder);
  await open(page, two, "#/rate/0/1");
  await expect(page.locator("#count")).toContainText("2 cases; 1 left out, as the references differ");
  await two.kill("SIGTERM");
});

test("a rating is kept whole or not at all, killed a hundred times", async () => {
  test.setTimeout(150_000);
  const folder = newFolder();
  const files = [systemFile(folder, "careful", good), systemFile(folder, "careless", bad)];
  const journal = join(folder, "careful.jsonl.rated", "journal.jsonl");
  let confirmed = 0;
  for (let round = 0; round < 100; round++) {
    const server = await start(files, 0, folder);
    let answer = await call(server, "GET", "/v1/rating/case-1?a=0&b=1&who=A");
    while (answer.status === 503) answer = await call(server, "GET", "/v1/rating/case-1?a=0&b=1&who=A");
    let { version } = (await answer.json()) as { version: number };
    expect(version).toBeGreaterThanOrEqual(confirmed);
    expect(version - confirmed).toBeLessThanOrEqual(1);
    const timer = setTimeout(() => server.process.kill("SIGKILL"), Math.random() * 30);
    try {
      for (;;) {
        const body = { who: "A", candidates: [{ rating: 1 + (version % 5), errors: { side: 1 } }, { rating: 5 - (version % 5) }] };
        answer = await call(server, "PUT", "/v1/rating/case-1?a=0&b=1", body, { "If-Match": `"${version}"` });
        expect(answer.status).toBe(200);
        version = ((await answer.json()) as { version: number }).version;
      }
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // the connection ended with the server
    }
    clearTimeout(timer);
    confirmed = version;
    await server.kill("SIGKILL");
    for (const name of ["careful", "careless"]) {
      const kept = join(folder, "careful.jsonl.rated", `${name}.ratings.jsonl`);
      if (existsSync(kept)) expect((JSON.parse(readFileSync(kept, "utf8")) as { rating: number[] }).rating).toHaveLength(1);
    }
  }
  const whole = readFileSync(journal, "utf8").split("\n").slice(0, confirmed);
  for (const line of whole) expect((JSON.parse(line) as { tag: { rating: number }[] }).tag.map((one) => one.rating)).toHaveLength(2);
  console.log(`100 kills, ${confirmed} ratings confirmed, none lost`);
});
