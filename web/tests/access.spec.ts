// Accessibility (axe finds nothing serious), and, if FIDUCIAL_PICTURES names a folder, the pictures of docs/.
import AxeBuilder from "@axe-core/playwright";
import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { call, expect, newFolder, open, program, start, test, type Server } from "./program";

const pictures = process.env["FIDUCIAL_PICTURES"];
const examples = resolve(import.meta.dirname, "../../examples/pairs.jsonl");

// Another system on the same references: it repeats every third report and has the others cut short.
function secondSystem(): string {
  const lines = readFileSync(examples, "utf8").trim().split("\n");
  return lines
    .map((line, i) => {
      const pair = JSON.parse(line) as { reference: string; candidate: string };
      const candidate = i % 3 === 0 ? pair.reference : pair.reference.split(". ").slice(0, 2).join(". ");
      return JSON.stringify({ ...pair, candidate }) + "\n";
    })
    .join("");
}

// Three raters who mostly agree: the shorter candidate is the worse one.
async function rateAll(): Promise<void> {
  const { cases } = (await (await ready("/v1/rating?a=0&b=1")).json()) as { cases: { id: string }[] };
  for (const [r, who] of ["Dr. Adler", "Dr. Brandt", "Dr. Cohen"].entries()) {
    for (const [i, { id }] of cases.slice(0, 12).entries()) {
      const path = `/v1/rating/${id}?a=0&b=1`;
      const shown = (await (await call(server, "GET", `${path}&who=${who}`)).json()) as { reference: string; candidates: string[] };
      const candidates = shown.candidates.map((text) => {
        const points = Math.max(1, Math.min(5, 1 + Math.round((4 * text.length) / shown.reference.length) - ((i + r) % 4 === 0 ? 1 : 0)));
        return { rating: points, errors: points < 4 ? { missing: 5 - points } : {} };
      });
      await call(server, "PUT", path, { who, candidates }, { "If-Match": '"0"' });
    }
  }
}

// A run is measured after the start: 503 until then.
async function ready(path: string): Promise<Response> {
  for (;;) {
    const answer = await call(server, "GET", path);
    if (answer.status !== 503) return answer;
  }
}

let server: Server;
test.beforeAll(async () => {
  const folder = newFolder();
  copyFileSync(examples, join(folder, "examples.jsonl"));
  copyFileSync(resolve(import.meta.dirname, "../../examples/timeline/reports.jsonl"), join(folder, "reports.jsonl"));
  writeFileSync(join(folder, "second.jsonl"), secondSystem());
  server = await start([join(folder, "examples.jsonl"), join(folder, "second.jsonl"), "--annotate", join(folder, "reports.jsonl")], 0, folder);
  await rateAll();
});
test.afterAll(async () => {
  await server.kill("SIGTERM");
});

const views = [
  { name: "try", hash: "#/try", ready: ".parse .chunk" },
  { name: "explore", hash: "#/explore/0?by=radsem", ready: ".cases tbody tr" },
  { name: "case", hash: "#/explore/0/case/ct-chest-partial", ready: ".ledger tbody tr" },
  { name: "adjudicate", hash: "#/adjudicate/0/mr-knee-partial", ready: ".pairs tbody tr" },
  { name: "ratings", hash: "#/rate/0/1", ready: "#alpha" },
  { name: "rate", hash: "#/rate/0/1/ct-chest-partial", ready: ".points" },
  { name: "annotate", hash: "#/annotate/0", ready: ".rows li" },
  { name: "timeline", hash: "#/annotate/0/timeline", ready: ".entity-chip" },
  { name: "lookup", hash: "#/lookup/pleural effusion", ready: ".meaning" },
];

for (const colorScheme of ["light", "dark"] as const) {
  for (const view of views) {
    test(`${view.name}, ${colorScheme}`, async ({ watched: page }) => {
      await page.emulateMedia({ colorScheme });
      await page.addInitScript(() => localStorage.setItem("fiducial-who", "Dr. Adler"));
      await open(page, server, view.hash);
      await expect(page.locator(view.ready).first()).toBeVisible();
      const result = await new AxeBuilder({ page }).analyze();
      const grave = result.violations.filter((one) => one.impact === "serious" || one.impact === "critical");
      expect(grave.map((one) => `${one.id}: ${one.nodes.map((node) => node.target).join(" | ")}`)).toEqual([]);
      const wanted = (colorScheme === "light" && view.name !== "case") || view.name === "try";
      if (!pictures || !wanted) return;
      const mark = page.locator(".paper mark.abnormal").first();
      if (view.name === "try") {
        await page.locator("#candidate").press("Control+End");
        await page.locator("#candidate").pressSequentially("  ", { delay: 200 }); // the first answer is the slowest
      }
      if (view.name === "try" || view.name === "case") {
        const box = await mark.boundingBox();
        if (box) await page.mouse.move(box.x + 12, box.y + box.height / 2);
        await page.waitForTimeout(300);
      }
      if (view.name === "annotate") {
        await page.locator(".rows .sentence", { hasText: "pleural effusions" }).first().click();
        await page.getByLabel("severity of pleural effusions").fill("m");
        await expect(page.getByRole("listbox", { name: "Suggestions for severity" })).toBeVisible();
      }
      if (view.name === "timeline") await page.setViewportSize({ width: 1280, height: 1300 });
      await page.screenshot({ path: join(pictures, `${view.name}-${colorScheme}.png`), fullPage: view.name !== "lookup" });
    });
  }
}

for (const view of views) {
  test(`${view.name} on a phone`, async ({ watched: page }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.addInitScript(() => localStorage.setItem("fiducial-who", "Dr. Adler"));
    await open(page, server, view.hash);
    await expect(page.locator(view.ready).first()).toBeVisible();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(wide).toBeLessThanOrEqual(0);
  });
}

test("the report", async ({ watched: page }) => {
  const folder = newFolder();
  copyFileSync(examples, join(folder, "examples.jsonl"));
  const out = join(folder, "report.html");
  execFileSync(program, ["report", join(folder, "examples.jsonl"), "-o", out, "--quiet", "--worst", "3"]);
  await page.goto(`file://${out}`);
  await expect(page.locator("mark").first()).toBeVisible();
  const result = await new AxeBuilder({ page }).analyze();
  const grave = result.violations.filter((one) => one.impact === "serious" || one.impact === "critical");
  expect(grave.map((one) => `${one.id}: ${one.nodes.map((node) => node.target).join(" | ")}`)).toEqual([]);
  if (pictures) await page.screenshot({ path: join(pictures, "report-light.png"), fullPage: true });
});
