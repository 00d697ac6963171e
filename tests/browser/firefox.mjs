// What a person does on two pages in Firefox; what they see is printed as JSON. Python judges it.
import puppeteer from "puppeteer-core";

const [executablePath, desk, plain] = process.argv.slice(2);
const IDLE = "[part~=send][aria-label=Send]";
const part = name => `ag-ui-chat >>> [part~=${name}]`;

const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });
try {
  const trouble = [];
  const page = await browser.newPage();
  page.on("pageerror", error => trouble.push(String(error)));
  page.on("console", message => message.type() === "error" && trouble.push(message.text()));
  await page.setViewport({ width: 1280, height: 800 });

  const seen = { desk: await order(page), plain: await talk(page), trouble };
  console.log(JSON.stringify(seen));
} finally {
  await browser.close();
}

async function open(page, url) {
  await page.goto(url);
  await page.waitForFunction(() => customElements.get("ag-ui-chat"));
}

/** Wait for what is drawn in the shadow root: Puppeteer's own waiting does not notice changes in there. */
function shown(page, selector) {
  return page.waitForFunction(
    selector => document.querySelector("ag-ui-chat").shadowRoot.querySelector(selector), {}, selector);
}

async function say(page, words) {
  await shown(page, IDLE);
  await page.locator(part("input")).fill(words);
  await (await page.$(part("input"))).press("Enter");
}

/** Fill the order desk's form in words and save it. */
async function order(page) {
  await open(page, desk);
  await say(page, "New order, 3 lamps, express, deliver to Lovelace Street 12");
  await page.waitForFunction(() => document.querySelector("#address").value === "Lovelace Street 12");
  const fields = await page.$$eval("#item, #quantity, #shipping", nodes => nodes.map(node => node.value));
  await say(page, "Save it");
  await shown(page, "[part~=confirm]");
  const before = await page.$$eval("#orders li", nodes => nodes.length);
  await page.locator("ag-ui-chat >>> ::-p-text(Confirm)").click();
  await page.waitForFunction(count => document.querySelectorAll("#orders li").length > count, {}, before);
  return { fields, before, after: await page.$$eval("#orders li", nodes => nodes.map(node => node.textContent)) };
}

/** Read one answer to its end, and stop the next in the middle. */
async function talk(page) {
  await open(page, plain);
  await say(page, "One");
  await shown(page, "[part~=message-assistant] strong");
  await say(page, "Two");
  await page.waitForFunction(() => document.querySelector("ag-ui-chat").shadowRoot.textContent.includes("half of"));
  await page.locator(part("send")).click();
  const notice = await shown(page, "[part~=run-notice]");
  const answers = await page.$$eval(part("message-assistant"), nodes => nodes.map(node => node.textContent));
  return { answers, notice: await notice.evaluate(node => node.textContent) };
}
