import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { call, expect, newFolder, open, program, start, test, token, type Server } from "./program";

const references = [
  "Small left pleural effusion. No pneumothorax. Cardiomegaly.",
  "14 mm nodule in the left upper lobe. Normal heart.",
  "Fracture of the left femoral neck. No dislocation.",
  "Gallstones. The liver is normal.",
];
const good = [...references];
const bad = [
  "Small right pleural effusion. Left pneumothorax.",
  "Nodule in the left lung. Normal heart.",
  "No fracture of the femoral neck.",
  "No gallstones. The liver is normal.",
];

function pairsFile(folder: string, name: string, candidates: string[]): string {
  const path = join(folder, name);
  writeFileSync(
    path,
    references.map((reference, i) => JSON.stringify({ id: `case-${i + 1}`, reference, candidate: candidates[i] })).join("\n") + "\n",
  );
  return path;
}

let server: Server;
test.beforeAll(async () => {
  const folder = newFolder();
  server = await start([pairsFile(folder, "good.jsonl", good), pairsFile(folder, "bad.jsonl", bad)], 0, folder);
});
test.afterAll(async () => {
  expect(await server.kill("SIGTERM")).toBe(0);
});

test("sorts, filters and opens cases, each with a link", async ({ watched: page }) => {
  await open(page, server, "#/explore/1");
  await expect(page.locator("#count")).toHaveText("4 cases");
  const first = page.locator(".cases tbody tr").first();
  await expect(first).not.toContainText("case-2");
  await page.getByRole("button", { name: "abdomen" }).click();
  await expect(page.locator("#count")).toHaveText("1 of 4 cases");
  await expect(first).toContainText("case-4");
  const link = page.url();
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(page.locator("#count")).toHaveText("4 cases");
  await page.goto(link);
  await expect(page.locator("#count")).toHaveText("1 of 4 cases");
  await first.getByRole("link").click();
  await expect(page.getByRole("heading", { name: "case-4" })).toBeVisible();
  await expect(page.locator("mark.contradicted").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator("#count")).toHaveText("1 of 4 cases");
});

test("goes through the cases by keys", async ({ watched: page }) => {
  await open(page, server, "#/explore/1?by=radsem&order=best");
  const links = page.locator(".cases tbody a");
  await links.first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(links.nth(1)).toBeFocused();
  await page.keyboard.press("k");
  await expect(links.first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator(".toolbar")).toContainText("1 of 4");
  await page.keyboard.press("j");
  await expect(page.locator(".toolbar")).toContainText("2 of 4");
});

test("compares two systems", async ({ watched: page }) => {
  await open(page, server, "#/explore/0?by=radsem");
  await page.locator("#beside").selectOption({ label: "bad" });
  await expect(page.locator(".difference")).toContainText("for good over bad");
  await expect(page.locator(".difference")).toContainText("on 4 cases");
  await expect(page.locator(".chart .key")).toContainText("bad");
});

test("compares more than two systems", async ({ watched: page }) => {
  const folder = newFolder();
  const files = [pairsFile(folder, "good.jsonl", good), pairsFile(folder, "bad.jsonl", bad), pairsFile(folder, "same.jsonl", good)];
  const mine = await start(files, 0, folder);
  await open(page, mine, "#/explore/0?by=radsem");
  const rows = page.locator(".systems tbody tr");
  await expect(rows).toHaveCount(3);
  await expect(rows.filter({ hasText: "same" })).toContainText("1.000+0.0000.000 to 0.0001.0004");
  const answer = await call(mine, "GET", "/v1/compare?a=1&b=0&column=radsem");
  const { difference, mean_a } = (await answer.json()) as { difference: { value: number }; mean_a: number };
  await expect(rows.last()).toContainText(`bad${mean_a.toFixed(3)}−${Math.abs(difference.value).toFixed(3)}`);
  await rows.last().getByRole("link").click();
  await expect(page.locator(".difference")).toContainText("for good over bad");
  await mine.kill("SIGTERM");
});

test("a server without files says how to start it", async ({ watched: page }) => {
  const empty = await start();
  await open(page, empty, "#/explore");
  await expect(page.getByText("fiducial serve model_a.jsonl")).toBeVisible();
  await empty.kill("SIGTERM");
});

test("adjudicates: the score moves, undo, keep, journal, and the program reads the tags", async ({ watched: page }) => {
  const folder = newFolder();
  const file = pairsFile(folder, "bad.jsonl", bad);
  const mine = await start([file], 0, folder);
  await open(page, mine, "#/adjudicate/0/case-2");
  const now = page.locator("#now");
  const before = await now.textContent();
  await page.getByRole("button", { name: /^Unmatch/ }).first().click();
  await expect(now).not.toHaveText(before ?? "");
  const apart = await now.textContent();
  await page.keyboard.press("Control+z");
  await expect(now).toHaveText(before ?? "");
  await page.getByRole("button", { name: "Redo" }).click();
  await expect(now).toHaveText(apart ?? "");
  await page.locator(".unmatched").first().locator(".sentence").first().click();
  await page.locator(".unmatched").nth(1).locator(".sentence").first().click();
  await page.locator("h1").click();
  await page.keyboard.press("m");
  await expect(now).toHaveText("1.000");
  await page.locator("#who").fill("Dr. A");
  await page.locator("#why").fill("the same nodule <b>");
  await page.keyboard.press("Control+s");
  await expect(page.locator("#said")).toHaveText("Kept as decision 1.");
  await page.reload();
  await expect(page.locator(".journal")).toContainText("the same nodule <b>");
  await expect(now).toHaveText("1.000");
  const kept = join(file + ".adjudicated", "tags.jsonl");
  const scores = execFileSync(program, ["radsem", "score", kept, "-o", "-", "--quiet"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  expect(scores).toMatch(/case-2.*1\.0/);
  const samples = join(folder, "samples.jsonl");
  execFileSync(program, ["score", file, "--metrics", "bleu", "--samples", samples, "--quiet"]);
  const correlated = spawnSync(program, ["correlate", samples, "--ratings", join(file + ".adjudicated", "ratings.jsonl"), "--metrics", "bleu4", "--json", "-", "--quiet"], { encoding: "utf8" });
  expect((JSON.parse(correlated.stdout) as { correlations: { n: number }[] }).correlations[0]?.n).toBe(1);
  await mine.kill("SIGTERM");
});

test("adjudicates the tags of a language model's run: status, deletion, the texts, and what the run scored", async ({ watched: page }) => {
  const folder = newFolder();
  const run = join(folder, "model-run");
  mkdirSync(run);
  const report = (text: string, sentences: string) => JSON.stringify({ name: "x-1", Examined_Area: "", Examined_Type: "", rewritten_report: sentences, English_Report: text }) + "\n";
  writeFileSync(join(run, "ref_rewritten.jsonl"), report("Gallstones. Liver normal.", "There are gallstones in the gallbladder. The liver is unremarkable."));
  writeFileSync(join(run, "gen_rewritten.jsonl"), report("No stones. Liver normal.", "There are no stones in the gallbladder. The liver looks normal."));
  const pair = (ref_sentence: string, gen_sentence: string, normality: string) => ({
    ref_sentence,
    gen_sentence,
    normality,
    anatomical_relationship: "equivalent",
    asserted_abnormality_relationship: normality === "abnormal" ? "equivalent" : null,
    negated_abnormality_relationship: null,
    details_of_abnormality_relationship: null,
  });
  const findings = {
    pairs: [pair("There are gallstones in the gallbladder.", "There are no stones in the gallbladder.", "abnormal"), pair("The liver is unremarkable.", "The liver looks normal.", "normal")],
    unmatched_sentences: [],
  };
  writeFileSync(join(run, "tags.jsonl"), JSON.stringify({ name: "x-1", findings }) + "\n");
  writeFileSync(join(run, "run.json"), JSON.stringify({ command: "radsem run", signature: "radsem|reader:llm:some-model|policy:many-to-many|version:0.1.0", inputs: [], files: ["tags.jsonl"] }));
  const mine = await start([run], 0, folder);
  await open(page, mine, "#/explore/0?by=radsem.run");
  await expect(page.locator(".summary tr", { hasText: "RadSEM, as run" })).toContainText("1.000");
  await open(page, mine, "#/adjudicate/0/x-1");
  await expect(page.locator(".moving")).toContainText("as read by llm:some-model 1.000");
  await page.getByText("The two reports").click();
  await expect(page.locator(".texts .marks").nth(1)).toHaveText("No stones. Liver normal.");
  const now = page.locator("#now");
  // The model matched a denial: it is taken apart, and the score falls.
  await page.getByRole("button", { name: "Unmatch: There are gallstones" }).click();
  await expect(now).not.toHaveText("1.000");
  const apart = (await now.textContent()) ?? "";
  await page.getByRole("button", { name: "normal: The liver is unremarkable." }).click();
  await expect(now).not.toHaveText(apart);
  await page.keyboard.press("Control+z");
  await expect(now).toHaveText(apart);
  await page.getByRole("button", { name: "Delete the match: The liver is unremarkable." }).click();
  await expect(page.locator(".pairs tbody tr")).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await page.locator("#who").fill("Dr. A");
  await page.locator("#why").fill("denied");
  await page.keyboard.press("Control+s");
  await expect(page.locator("#said")).toHaveText("Kept as decision 1.");
  const scores = execFileSync(program, ["radsem", "score", join(run, "adjudicated", "tags.jsonl"), "-o", "-", "--quiet"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  expect((JSON.parse(scores) as { score: number }).score.toFixed(3)).toBe(apart.trim());
  await mine.kill("SIGTERM");
});

test("two people never overwrite each other in silence", async ({ watched: page, context }) => {
  const folder = newFolder();
  const mine = await start([pairsFile(folder, "bad.jsonl", bad)], 0, folder);
  const other = await context.newPage();
  await open(page, mine, "#/adjudicate/0/case-2");
  await open(other, mine, "#/adjudicate/0/case-2");
  for (const [who, tab] of [["A", page], ["B", other]] as const) {
    await tab.getByRole("button", { name: /^Unmatch/ }).first().click();
    await tab.locator("#who").fill(who);
  }
  await page.getByRole("button", { name: /^Keep/ }).click();
  await expect(page.locator("#said")).toHaveText("Kept as decision 1.");
  await other.getByRole("button", { name: /^Keep/ }).click();
  await expect(other.getByRole("alert")).toContainText("A decided on this case while you worked");
  await other.getByRole("button", { name: "Decide over it" }).click();
  await expect(other.locator("#said")).toHaveText("Kept as decision 2.");
  await expect(other.locator(".journal li")).toHaveCount(2);
  await mine.kill("SIGTERM");
});

test("a server killed while it saves loses at most the edit in flight, a hundred times", async () => {
  test.setTimeout(150_000);
  const folder = newFolder();
  const file = pairsFile(folder, "bad.jsonl", bad);
  let confirmed = 0;
  let lost = 0;
  for (let round = 0; round < 100; round++) {
    const one = await start([file], 0, folder);
    const path = `${one.url}/v1/runs/0/cases/case-2/tag`;
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    let state: { version: number; tag: unknown } | undefined;
    while (!state) {
      const answer = await fetch(path, { headers });
      if (answer.ok) state = (await answer.json()) as { version: number; tag: unknown };
    }
    if (state.version < confirmed) lost++;
    expect(state.version - confirmed).toBeLessThanOrEqual(1);
    let version = state.version;
    const timer = setTimeout(() => one.process.kill("SIGKILL"), Math.random() * 30);
    try {
      for (;;) {
        const answer = await fetch(path, {
          method: "PUT",
          headers: { ...headers, "If-Match": `"${version}"` },
          body: JSON.stringify({ who: "A", why: `round ${round}`, tag: state.tag }),
        });
        const body = (await answer.json()) as { version: number };
        expect(answer.status).toBe(200);
        version = body.version;
      }
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;  // the connection ended with the server
    }
    clearTimeout(timer);
    confirmed = version;
    await one.kill("SIGKILL");
    const kept = file + ".adjudicated/tags.jsonl";
    if (existsSync(kept)) for (const line of readFileSync(kept, "utf8").trimEnd().split("\n")) JSON.parse(line);
  }
  expect(lost).toBe(0);
  console.log(`100 kills, ${confirmed} decisions confirmed, none lost`);
});

test("hostile and right-to-left names and texts stay text in every view", async ({ watched: page }) => {
  const folder = newFolder();
  const id = "<img src=x onerror=alert(1)> \u202Eevil / 100% #?&";
  const reference = "Left effusion. <script>alert(2)</script> \u001b[31mred\u001b[0m انصباب جنبي أيسر. Gallstones.";
  const files = ["one", "two"].map((name) => {
    const path = join(folder, `${name}.jsonl`);
    writeFileSync(path, JSON.stringify({ id, reference, candidate: `</textarea><svg onload=alert(3)> ${name === "one" ? "Left" : "No"} effusion.` }) + "\n");
    return path;
  });
  const reports = join(folder, "reports.jsonl");
  writeFileSync(reports, JSON.stringify({ subject_id: "<b>P</b>", study_id: id, day_from_first: 0, report: reference }) + "\n");
  const mine = await start([...files, "--annotate", reports], 0, folder);
  await open(page, mine, "#/explore");
  await page.locator(".cases tbody a").click();
  await expect(page.locator("h1")).toHaveText(id);
  await expect(page.locator(".marks").first()).toContainText("<script>alert(2)</script>");
  await page.getByRole("link", { name: "Adjudicate" }).click();
  await page.locator(".unmatched .sentence").first().click();
  await page.locator("#who").fill("<i>A</i>");
  await page.locator("#why").fill("<script>alert(4)</script>");
  await page.locator(".unmatched .chip").first().click();
  await page.keyboard.press("Control+s");
  await expect(page.locator(".journal")).toContainText("<i>A</i>");
  await expect(page.locator(".journal")).toContainText("<script>alert(4)</script>");
  await page.goto(`${mine.url}/#/rate/0/1`);
  await page.getByRole("link", { name: id }).click();
  await expect(page.locator(".candidate .marks").first()).toContainText("<svg onload=alert(3)>");
  await page.keyboard.press("3");
  await page.keyboard.press("Shift+Digit4");
  await page.keyboard.press("Control+s");
  await expect(page.locator("#count")).toContainText("1 rated by you");
  await page.goto(`${mine.url}/#/annotate/0`);
  await expect(page.locator("h1")).toContainText(id);
  await page.locator(".rows .sentence").first().click();
  await page.getByRole("button", { name: /^Keep/ }).click();
  await expect(page.locator("#said")).toHaveText("Kept as version 1.");
  await page.goto(`${mine.url}/#/annotate/0/timeline`);
  await expect(page.locator(".entity-chip").first()).toBeVisible();
  await expect(page.locator("main img, main script, main svg[onload], main b, main i")).toHaveCount(0);
  await mine.kill("SIGTERM");
});

test("writes a report that needs nothing", async ({ watched: page }) => {
  const folder = newFolder();
  const files = [pairsFile(folder, "good.jsonl", good), pairsFile(folder, "bad.jsonl", bad)];
  const out = join(folder, "report.html");
  execFileSync(program, ["report", ...files, "-o", out, "--quiet"]);
  await page.goto(`file://${out}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("good, bad");
  await expect(page.getByText("Systems compared with good")).toBeVisible();
  await expect(page.locator(".errors .chip", { hasText: "negation" }).first()).toBeVisible();
  await expect(page.locator("mark.contradicted").first()).toBeVisible();
  await expect(page.locator(".signatures")).toContainText("radsem|reader:embedded");
  execFileSync(program, ["report", ...files, "-o", out, "--quiet", "--anonymous"]);
  const text = readFileSync(out, "utf8");
  for (const secret of ["pleural effusion", "femoral neck", "case-2"]) expect(text).not.toContain(secret);
  await page.goto(`file://${out}`);
  await expect(page.getByText("The texts of the reports were left out")).toBeVisible();
});

test("a report of hostile names and texts stays text", async ({ watched: page }) => {
  const folder = newFolder();
  const path = join(folder, "hostile.jsonl");
  writeFileSync(path, JSON.stringify({ id: "</script><script>alert(1)</script>", reference: "</script><img src=x onerror=alert(2)> Left effusion.", candidate: "<!--<script> No effusion." }) + "\n");
  const out = join(folder, "report.html");
  execFileSync(program, ["report", path, "-o", out, "--quiet"]);
  await page.goto(`file://${out}`);
  await expect(page.getByText("onerror=alert(2)").first()).toBeVisible();
  await expect(page.locator("main img")).toHaveCount(0);
});
