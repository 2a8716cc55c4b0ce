// Accessibility (axe finds nothing serious), and, if FIDUCIAL_PICTURES names a folder, the pictures of docs/.
import AxeBuilder from "@axe-core/playwright";
import { execFileSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, newFolder, open, program, start, test, type Server } from "./program";

const pictures = process.env["FIDUCIAL_PICTURES"];
const examples = resolve(import.meta.dirname, "../../examples/pairs.jsonl");

let server: Server;
test.beforeAll(async () => {
  const folder = newFolder();
  copyFileSync(examples, join(folder, "examples.jsonl"));
  copyFileSync(resolve(import.meta.dirname, "../../examples/timeline/reports.jsonl"), join(folder, "reports.jsonl"));
  server = await start([join(folder, "examples.jsonl"), "--annotate", join(folder, "reports.jsonl")], 0, folder);
});
test.afterAll(async () => {
  await server.kill("SIGTERM");
});

const views = [
  { name: "try", hash: "#/try", ready: ".parse .chunk" },
  { name: "explore", hash: "#/explore/0?by=radsem", ready: ".cases tbody tr" },
  { name: "case", hash: "#/explore/0/case/ct-chest-partial", ready: ".ledger tbody tr" },
  { name: "adjudicate", hash: "#/adjudicate/0/mr-knee-partial", ready: ".pairs tbody tr" },
  { name: "annotate", hash: "#/annotate/0", ready: ".rows li" },
  { name: "timeline", hash: "#/annotate/0/timeline", ready: ".entity-chip" },
  { name: "lookup", hash: "#/lookup/pleural effusion", ready: ".meaning" },
];

for (const colorScheme of ["light", "dark"] as const) {
  for (const view of views) {
    test(`${view.name}, ${colorScheme}`, async ({ watched: page }) => {
      await page.emulateMedia({ colorScheme });
      await open(page, server, view.hash);
      await expect(page.locator(view.ready).first()).toBeVisible();
      const result = await new AxeBuilder({ page }).analyze();
      const grave = result.violations.filter((one) => one.impact === "serious" || one.impact === "critical");
      expect(grave.map((one) => `${one.id}: ${one.nodes.map((node) => node.target).join(" | ")}`)).toEqual([]);
      const wanted = (colorScheme === "light" && view.name !== "case") || view.name === "try";
      if (!pictures || !wanted) return;
      const mark = page.locator(".paper mark.abnormal").first();
      if (view.name === "try" || view.name === "case") {
        const box = await mark.boundingBox();
        if (box) await page.mouse.move(box.x + 12, box.y + box.height / 2);
        await page.waitForTimeout(300);
      }
      await page.screenshot({ path: join(pictures, `${view.name}-${colorScheme}.png`), fullPage: view.name !== "lookup" });
    });
  }
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
