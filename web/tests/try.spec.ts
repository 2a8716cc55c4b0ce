import { call, expect, open, start, test, type Server } from "./program";

let server: Server;
test.beforeAll(async () => {
  server = await start();
});
test.afterAll(async () => {
  expect(await server.kill("SIGTERM")).toBe(0);
});

test("scores as you type, as the program does", async ({ watched: page }) => {
  await open(page, server);
  await page.locator("#reference").fill("Large left pneumothorax. No pleural effusion.");
  await page.locator("#candidate").fill("");
  await page.locator("#candidate").pressSequentially("Large left pneumothorax. No pleural effusion.", { delay: 5 });
  await expect(page.locator("#radsem-value")).toHaveText("1.00");
  await page.locator("#candidate").fill("Large right pneumothorax. No pleural effusion.");
  const answer = await call(server, "POST", "/v1/score", {
    reference: "Large left pneumothorax. No pleural effusion.",
    candidate: "Large right pneumothorax. No pleural effusion.",
    metrics: ["radsem"],
  });
  const { scores } = (await answer.json()) as { scores: { radsem: number } };
  await expect(page.locator("#radsem-value")).toHaveText(scores.radsem.toFixed(2));
});

test("marks findings by their outcome and lights up the partner", async ({ watched: page }) => {
  await open(page, server);
  await page.locator("#reference").fill("Small left pleural effusion. Cardiomegaly. Rib fracture.");
  await page.locator("#candidate").fill("Small left pleural effusion. No cardiomegaly. Lung mass.");
  const reference = page.getByRole("region", { name: "Reference report" });
  const candidate = page.getByRole("region", { name: "Candidate report" });
  await expect(reference.locator("mark.matched", { hasText: "effusion" })).toHaveCount(1);
  await expect(reference.locator("mark.contradicted", { hasText: "Cardiomegaly" })).toHaveCount(1);
  await expect(reference.locator("mark.missing", { hasText: "fracture" })).toHaveCount(1);
  await expect(candidate.locator("mark.invented", { hasText: "mass" })).toHaveCount(1);
  const box = await reference.locator("mark.matched").first().boundingBox();
  if (!box) throw new Error("no mark");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await expect(candidate.locator("mark.partner", { hasText: "effusion" })).toHaveCount(1);
  const against = await candidate.locator("mark.contradicted").first().boundingBox();
  if (!against) throw new Error("no mark");
  await page.mouse.move(against.x + against.width / 2, against.y + against.height / 2);
  await expect(reference.locator("mark.against", { hasText: "Cardiomegaly" })).toHaveCount(1);
  await page.mouse.move(0, 0);
  await expect(reference.locator("mark.against")).toHaveCount(0);
});

test("lists the errors by kind and weight, and shows where each is", async ({ watched: page }) => {
  await open(page, server);
  await page.locator("#reference").fill("Large left pneumothorax. No pleural effusion.");
  await page.locator("#candidate").fill("Large right pneumothorax. No pleural effusion.");
  const error = page.locator(".errors li").first();
  await expect(error.locator(".chip")).toHaveText("side");
  await error.getByRole("button").hover();
  await expect(page.getByRole("region", { name: "Candidate report" }).locator("mark.self")).toContainText("pneumothorax");
});

test("draws how the sentence at the cursor was read", async ({ watched: page }) => {
  await open(page, server);
  await page.locator("#candidate").fill("The heart is normal. There is a 14 mm nodule in the left upper lobe.");
  await page.locator("#candidate").press("Control+End");
  const parse = page.locator(".parse");
  await expect(parse.locator(".chunk.observation", { hasText: "14 mm nodule" })).toHaveCount(1);
  await expect(parse.locator(".chunk.place", { hasText: "left upper lobe" })).toHaveCount(1);
  await expect(parse.locator(".arc", { hasText: "located" })).toHaveCount(1);
  await page.locator("#candidate").press("Control+Home");
  await expect(parse.locator(".chunk", { hasText: "heart" })).toHaveCount(1);
});

test("starts from examples, swaps, clears, and keeps the text over a reload", async ({ watched: page }) => {
  await open(page, server);
  await page.locator("#example").selectOption("ct-abdomen-wrong-size");
  await expect(page.locator("#candidate")).toHaveValue(/32 mm/);
  await page.getByRole("button", { name: "Swap" }).click();
  await expect(page.locator("#reference")).toHaveValue(/32 mm/);
  await page.reload();
  await expect(page.locator("#reference")).toHaveValue(/32 mm/);
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(page.locator("#reference")).toHaveValue("");
  await expect(page.getByText("Neither report says anything")).toBeVisible();
});

test("goes by keys alone", async ({ watched: page }) => {
  await open(page, server);
  await page.keyboard.press("Alt+c");
  await expect(page.locator("#candidate")).toBeFocused();
  await page.keyboard.press("Alt+r");
  await expect(page.locator("#reference")).toBeFocused();
  await page.keyboard.press("Alt+5");
  await expect(page.locator("#term")).toBeVisible();
  await page.keyboard.press("Alt+1");
  await expect(page.locator("#reference")).toBeVisible();
  await page.keyboard.press("?");
  await expect(page.getByRole("complementary", { name: "Keys" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("complementary", { name: "Keys" })).toHaveCount(0);
  await page.locator(".ledger .sentence").first().focus();
  await expect(page.locator(".marks mark.self").first()).toBeVisible();
});

test("shows hostile and right-to-left text as text", async ({ watched: page }) => {
  await open(page, server);
  const hostile =
    '<script>alert(1)</script> <img src=x onerror=alert(2)> \u001b[31mred\u001b[0m "><svg onload=alert(3)> \u202Eevil {{7*7}} Left effusion. 😀 \u0000';
  await page.locator("#reference").fill(hostile);
  await page.locator("#candidate").fill("انصباب جنبي أيسر. يسار effusion. 左側胸水。");
  await expect(page.locator(".marks script, .marks img, .marks svg")).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Reference report" }).locator(".marks")).toContainText("<script>alert(1)</script>");
  await expect(page.locator("mark", { hasText: "Left effusion" }).first()).toBeVisible();
  await expect(page.locator("#radsem-value")).toBeVisible();
});

test("takes a huge report", async ({ watched: page }) => {
  test.slow();
  await open(page, server);
  const sentence = "The patient tolerated the procedure well and lorem ipsum dolor sit amet went on and on. ";
  await page.locator("#reference").fill(sentence.repeat(Math.ceil(1_000_000 / sentence.length)));
  await page.locator("#candidate").fill("Left effusion.");
  await expect(page.locator(".timing")).toBeVisible({ timeout: 30_000 });
  await page.locator("#reference").fill("Left effusion.");
  await expect(page.locator("#radsem-value")).toHaveText("1.00", { timeout: 30_000 });
});

test("says so when the server is gone, and goes on when it is back", async ({ watched: page }) => {
  const mine = await start();
  await open(page, mine);
  await expect(page.locator("#radsem-value")).toBeVisible();
  await mine.kill("SIGKILL");
  await page.locator("#candidate").fill("Left effusion.");
  await expect(page.getByRole("alert")).toContainText("does not answer");
  const again = await start([], mine.port, mine.folder);
  await expect(page.getByRole("alert")).toHaveCount(0, { timeout: 15_000 });
  await page.locator("#reference").fill("Left effusion.");
  await expect(page.locator("#radsem-value")).toHaveText("1.00");
  await again.kill("SIGTERM");
});

test("asks for the token where there is none, and takes it out of the address", async ({ watched: page }) => {
  await page.goto(`${server.url}/`);
  await expect(page.getByRole("heading", { name: "Which token?" })).toBeVisible();
  await page.getByLabel("Token").fill("a-token-for-the-tests-0123456789");
  await page.getByRole("button", { name: "Open" }).click();
  await expect(page.locator("#radsem-value")).toBeVisible();
  await page.goto(`${server.url}/#token=a-token-for-the-tests-0123456789`);
  await expect(page).not.toHaveURL(/token/);
});

test("looks terms up and follows the hierarchy", async ({ watched: page }) => {
  await open(page, server, "#/lookup");
  await page.locator("#term").fill("upper lobe");
  await expect(page.locator(".meaning").first()).toContainText("place");
  await page.locator(".way a", { hasText: "lung" }).first().click();
  await expect(page.locator(".meaning h2").first()).toContainText("lung");
  await page.locator("#term").fill("wibble effusion");
  await expect(page.getByText("does not have this as one term")).toBeVisible();
});

test("says what a term weighs, and why", async ({ watched: page }) => {
  await open(page, server, "#/lookup/pleural effusion");
  const weight = page.locator(".weight-of").first();
  await expect(weight).toContainText("significant, 0.5 points: changes treatment");
  await expect(weight).toContainText("By its own entry");
  await expect(weight.locator("li", { hasText: "at pleura" })).toHaveText("significant at pleura");
  await page.locator("#term").fill("pneumothorax");
  await expect(weight).toContainText("urgent, 1 point");
  await expect(weight).toContainText("significant if the patient is after an operation or procedure");
  await page.locator("#term").fill("chronic");
  await expect(weight).toContainText("at most minor");
  await page.locator("#term").fill("talus");
  await expect(page.locator(".meaning")).toContainText("place");
  await expect(weight).toHaveCount(0);
});

test("is usable on a phone", async ({ watched: page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  for (const hash of ["#/try", "#/lookup/effusion"]) {
    await open(page, server, hash);
    await page.waitForTimeout(400);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(wide).toBeLessThanOrEqual(0);
  }
  await open(page, server, "#/try");
  await page.locator("#reference").fill(`Large ${"pneumo".repeat(12)}thorax with tension. Fracture of the sixth rib.`);
  await page.locator("#candidate").fill("Normal lungs.");
  await expect(page.locator(".errors")).toContainText("pneumopneumo");
  const right = await page.evaluate(() => Math.max(...[...document.querySelectorAll(".errors li > *")].map((part) => part.getBoundingClientRect().right)));
  expect(right).toBeLessThanOrEqual(390);
});
