import { copyFileSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "@playwright/test";
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
  await select(page, "left greater than right");
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

// Selects the words in the report as a mouse would.
async function select(page: Page, words: string): Promise<void> {
  await page.locator(".marks").evaluate((marks, wanted) => {
    const walker = document.createTreeWalker(marks, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = (node.textContent ?? "").indexOf(wanted);
      if (at < 0) continue;
      getSelection()?.setBaseAndExtent(node, at, node, at + wanted.length);
      return;
    }
    throw new Error("the words are not there");
  }, words);
}

async function keep(page: Page): Promise<void> {
  await page.locator("#who").fill("Dr. B");
  await page.getByRole("button", { name: /^Keep/ }).click();
  await expect(page.locator("#said")).toHaveText(/^Kept/);
}

type Kept = Record<string, string>;
function keptRows(study: string): Kept[] {
  const [head = "", ...lines] = readFileSync(file + ".annotated/rows.csv", "utf8").trimEnd().split("\n");
  const cells = (line: string): string[] => [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map((match) => (match[1] ?? "").replace(/^"|"$/g, ""));
  const names = cells(head);
  return lines.map((line) => Object.fromEntries(cells(line).map((cell, i) => [names[i] ?? "", cell]))).filter((row) => row["study_id"] === study);
}

test("suggests attributes as you type, those of the sentence first", async ({ watched: page }) => {
  await open(page, server, "#/annotate/15");
  await page.locator(".rows .sentence", { hasText: "fracture" }).click();
  const location = page.getByLabel("location of fracture");
  await location.fill("");
  await location.press("ArrowDown");
  const list = page.getByRole("listbox", { name: "Suggestions for location" });
  await expect(list.getByRole("option").first()).toContainText("right seventh rib");
  await expect(list.getByRole("option").first()).toContainText("in the sentence");
  await location.press("Escape");
  await expect(list).toBeHidden();
  const onset = page.getByLabel("onset of fracture");
  await onset.fill("");
  await onset.pressSequentially("ac");
  const options = page.getByRole("listbox", { name: "Suggestions for onset" }).getByRole("option");
  await expect(options.first()).toHaveText(/^ac/); // the list of what was typed, and no earlier one
  await onset.press("ArrowDown");
  await onset.press("Enter");
  await expect(onset).toHaveValue(/^ac/);
  await expect(page.locator(".rows .sentence", { hasText: "fracture" })).toContainText(`onset ${await onset.inputValue()}`);
  // What was typed into one field is one change.
  await page.locator("h1").click();
  await page.keyboard.press("Control+z");
  await expect(onset).toHaveValue("Old");
  await onset.fill("acute, ch");
  await options.filter({ hasText: "chronic" }).first().click();
  await expect(onset).toHaveValue("acute, chronic");
});

test("says what is wrong while it is typed", async ({ watched: page }) => {
  await open(page, server, "#/annotate/15");
  await page.locator(".rows .sentence", { hasText: "lymphadenopathy" }).click();
  await page.getByLabel("placement of lymphadenopathy").pressSequentially("in");
  await expect(page.locator(".trouble")).toContainText("expected a placement only of an OTH entity");
  await page.getByLabel("placement of lymphadenopathy").fill("");
  await expect(page.locator(".trouble")).toHaveCount(0);
});

test("relates rows by dragging and by keys, and takes it back", async ({ watched: page }) => {
  await open(page, server, "#/annotate/16");
  const row = (entity: string) => page.locator(".rows > li").filter({ has: page.locator(".sentence", { hasText: new RegExp(`^${entity}`) }) });
  await row("chest tube").locator(".handle").dragTo(row("pneumothorax").locator(".line"));
  await expect(row("chest tube").locator(".links")).toHaveText("with pneumothorax×");
  await expect(row("pneumothorax").locator(".links")).toHaveText("with chest tube×");
  await expect(page.locator(".trouble")).toHaveCount(0);
  // By keys: from the effusion up to the pneumothorax.
  await row("pleural effusion").locator(".sentence").focus();
  await page.keyboard.press("r");
  await expect(page.getByText("Relate pleural effusion to another row")).toBeVisible();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("v");
  await expect(page.locator("#said")).toContainText("Evidence leads from a diagnosis");
  await row("pleural effusion").locator(".sentence").click();
  await page.getByLabel("category of pleural effusion").selectOption("CF");
  await page.getByLabel("Relate pleural effusion").click();
  await page.getByLabel("Evidence with pneumothorax").click();
  await expect(row("pleural effusion").locator(".links")).toHaveText("shown by pneumothorax×");
  await expect(row("pneumothorax").locator(".links")).toContainText("shows pleural effusion");
  // Across sections it is wrong, and said so at once; undo takes it back.
  await row("lobectomy").locator(".sentence").focus();
  await page.keyboard.press("r");
  await row("lung").locator(".sentence").focus();
  await page.keyboard.press("r");
  await expect(row("lung").locator(".trouble")).toContainText("expected associate within a section");
  await page.keyboard.press("Control+z");
  await expect(page.locator(".trouble")).toHaveCount(0);
  await keep(page);
  const kept = keptRows("S0402");
  const of = (entity: string): Kept => kept.find((one) => one["entity"] === entity) ?? {};
  expect(of("chest tube")["associate"]).toBe(of("pneumothorax")["ent_idx"]);
  expect(of("pleural effusion")["evidence"]).toBe(of("pneumothorax")["ent_idx"]);
  // A row that goes takes its links along.
  await page.getByLabel("Delete chest tube").click();
  await expect(row("pneumothorax").locator(".links")).toHaveText("shows pleural effusion×");
  await expect(page.locator(".trouble")).toHaveCount(0);
  await page.getByLabel("pneumothorax: no link to pleural effusion").click();
  await expect(page.locator(".links")).toHaveCount(0);
});

test("puts a new entity into its section and sentence as the reader numbers them", async ({ watched: page }) => {
  await open(page, server, "#/annotate/17");
  await select(page, "represent");
  await page.keyboard.press("e");
  await keep(page);
  const fresh = keptRows("S0403").find((row) => row["entity"] === "represent");
  expect(fresh).toMatchObject({ section: "impression", sent_idx: "1" });
});

test("moves entities between groups and episodes on the timeline, by drag and by keys", async ({ watched: page }) => {
  await page.setViewportSize({ width: 1280, height: 1500 }); // a drag that scrolls is the browser's affair
  await open(page, server, "#/annotate");
  await page.getByRole("link", { name: "P03" }).first().click();
  const group = (name: string) => page.getByRole("rowgroup", { name, exact: true });
  const chip = (name: string, text: string) => group(name).locator(".entity-chip", { hasText: text });
  const opacity = "opacity left retrocardiac improved";
  await expect(chip(opacity, "opacity")).toHaveCount(3);
  // By drag: to another group, to an episode of its own, and to a group of its own.
  await chip("opacities bibasilar resolved", "opacities").first().dragTo(group(opacity).locator("td").first());
  await expect(chip(opacity, "opacities")).toHaveCount(1);
  await chip(opacity, "opacities").dragTo(group(opacity).locator(".drop-new"));
  await expect(group(opacity).locator('[data-episode="2"] .entity-chip')).toHaveText("opacities");
  await chip(opacity, "opacities").dragTo(group(opacity).locator('[data-episode="1"] td').first());
  await expect(group(opacity).locator(".lane")).toHaveCount(1);
  await chip(opacity, "opacities").dragTo(page.locator(".drop-group"));
  await expect(chip("opacities", "opacities")).toHaveCount(1);
  // By keys: the episode, the neighbouring group, undo. The focus goes along.
  await chip("opacities", "opacities").focus();
  await page.keyboard.press("+");
  await expect(group("opacities").locator('[data-episode="2"] .entity-chip')).toBeFocused();
  await page.keyboard.press("Alt+ArrowDown");
  await expect(group("opacities bibasilar resolved").locator(".entity-chip:focus")).toHaveText("opacities");
  await page.keyboard.press("Control+z");
  await expect(chip("opacities", "opacities")).toHaveCount(1);
  // A group that is dragged onto another becomes part of it; a name can be changed.
  await group("opacities").locator(".group-name").dragTo(group(opacity).locator(".group-name"));
  await expect(chip(opacity, "opacities")).toHaveCount(1);
  await group(opacity).locator(".group-name").click();
  await page.getByLabel(`New name of ${opacity}`).fill("retrocardiac opacity");
  await page.keyboard.press("Enter");
  await expect(chip("retrocardiac opacity", "opacities")).toHaveCount(1);
  await keep(page);
  const kept = keptRows("S0301").find((row) => row["entity"] === "opacities");
  expect(kept).toMatchObject({ entity_group: "retrocardiac opacity", episode: "2" });
  await page.reload();
  await expect(chip("retrocardiac opacity", "opacit")).toHaveCount(4);
});

test("moves an entity by two taps, as on a phone", async ({ watched: page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await open(page, server, "#/annotate/0/timeline");
  const group = (name: string) => page.getByRole("rowgroup", { name, exact: true });
  await group("heart remains").locator(".entity-chip").first().click();
  await group("lungs").locator(".lane th.number").click();
  await expect(group("lungs").locator(".entity-chip", { hasText: "heart" })).toHaveCount(1);
  await group("lungs").locator(".entity-chip", { hasText: "heart" }).click();
  await group("lungs").locator(".drop-new").click();
  await expect(group("lungs").locator('[data-episode="2"] .entity-chip')).toHaveText("heart");
});

test("a timeline that somebody else kept meanwhile is told, and the rest is kept", async ({ watched: page, context }) => {
  const other = await context.newPage();
  await open(page, server, "#/annotate/5/timeline");
  await expect(page.locator(".entity-chip").first()).toBeVisible();
  await open(other, server, "#/annotate/5");
  await other.locator(".rows .chip").first().click();
  await keep(other);
  await page.locator("#chip-5-1").focus();
  await page.keyboard.press("+");
  await page.locator("#chip-6-1").focus();
  await page.keyboard.press("+");
  await page.locator("#who").fill("Dr. C");
  await page.getByRole("button", { name: /^Keep/ }).click();
  await expect(page.locator("#said")).toHaveText("Somebody kept S0201 meanwhile: reload to see it. Yours of it is not kept.");
  expect(keptRows("S0202").find((row) => row["ent_idx"] === "1")).toMatchObject({ episode: "2" });
  expect(keptRows("S0201").find((row) => row["ent_idx"] === "1")).toMatchObject({ episode: "1" });
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
