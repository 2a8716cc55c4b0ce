import { copyFileSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, newFolder, open, start, test, type Server } from "./program";

let server: Server;
let file: string;
test.beforeAll(async () => {
  const folder = newFolder();
  file = join(folder, "reports.jsonl");
  copyFileSync(resolve(import.meta.dirname, "../../examples/timeline/reports.jsonl"), file);
  server = await start(["--annotate", file], 0, folder);
});
test.afterAll(async () => {
  expect(await server.kill("SIGTERM")).toBe(0);
});

test("makes an entity of selected words, says what is wrong, and keeps the published table", async ({ watched: page }) => {
  await open(page, server, "#/annotate");
  await page.getByRole("link", { name: /S0101/ }).click();
  await expect(page.getByRole("heading", { name: "P01 · S0101" })).toBeVisible();
  const rows = page.locator(".rows > li");
  const before = await rows.count();
  expect(before).toBeGreaterThan(3);
  await page.locator(".marks").evaluate((marks) => {
    const walker = document.createTreeWalker(marks, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = (node.textContent ?? "").indexOf("left greater than right");
      if (at < 0) continue;
      getSelection()?.setBaseAndExtent(node, at, node, at + "left greater than right".length);
      return;
    }
    throw new Error("the words are not there");
  });
  await expect(page.locator(".selected q")).toHaveText("left greater than right");
  await page.keyboard.press("e");
  await expect(rows).toHaveCount(before + 1);
  await expect(rows.last()).toContainText("left greater than right");
  await page.getByLabel("placement of left greater than right").fill("in the chest");
  await page.getByLabel("placement of left greater than right").press("Tab");
  await expect(rows.last().locator(".trouble")).toContainText("expected a placement only of an OTH entity");
  await page.getByLabel("category of left greater than right").selectOption("OTH");
  await expect(page.locator(".trouble")).toHaveCount(0);
  await page.locator("#who").fill("Dr. B");
  await page.keyboard.press("Control+s");
  await expect(page.locator("#said")).toHaveText("Kept as version 1.");
  await page.reload();
  await expect(rows).toHaveCount(before + 1);
  const csv = readFileSync(file + ".annotated/rows.csv", "utf8");
  expect(csv).toContain("left greater than right,OTH,positive");
  expect(csv.split("\n")[0]).toContain("subject_id,study_id,sequence");
});

test("moves an entity to another group on the timeline", async ({ watched: page }) => {
  await open(page, server, "#/annotate");
  await page.getByRole("link", { name: "P02" }).first().click();
  const groups = page.locator(".timeline tbody tr");
  await expect(groups.nth(1)).toBeVisible();
  const chip = groups.first().locator(".entity-chip").first();
  const name = (await chip.textContent()) ?? "";
  await chip.focus();
  await page.keyboard.press("Alt+ArrowDown");
  await expect(page.locator(".timeline")).toContainText(name.trim());
  await page.locator("#who").fill("Dr. B");
  await page.getByRole("button", { name: "Keep" }).click();
  await expect(page.locator("#said")).toHaveText("Kept.");
});

test("two people who annotate one study are told", async ({ watched: page, context }) => {
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await open(tab, server, "#/annotate/1");
    await tab.locator(".rows .chip").first().click();
  }
  await page.locator("#who").fill("A");
  await page.getByRole("button", { name: /^Keep/ }).click();
  await expect(page.locator("#said")).toHaveText("Kept as version 1.");
  await other.locator("#who").fill("B");
  await other.getByRole("button", { name: /^Keep \(/ }).click();
  await expect(other.getByRole("alert")).toContainText("A kept this study while you worked");
  await other.getByRole("button", { name: "Take theirs" }).click();
  await expect(other.getByRole("alert")).toHaveCount(0);
});
