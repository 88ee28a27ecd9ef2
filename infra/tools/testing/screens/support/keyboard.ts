import type { Locator, Page } from 'playwright-core'

/** Presses Tab until the control of this name has the focus, as a person without a pointer does. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 120; presses++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(
      '[document.activeElement?.textContent, document.activeElement?.getAttribute("aria-label")]',
    )
    if ((focused as unknown[]).includes(name)) return
  }
  throw new Error(`Tab does not reach ${name}`)
}

/** Presses Tab, or Shift+Tab to go back, until this control has the focus: one that its text alone does not name. */
export async function tabUntil(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await control.waitFor()
  for (let presses = 0; presses < 120; presses++) {
    await page.keyboard.press(key)
    if (await control.evaluate((element) => element.matches(':focus'))) return
  }
  throw new Error(`${key} does not reach ${control}`)
}

/** A dialog by the button that opens it. */
export async function openDialog(
  page: Page,
  button: string,
  title: string | RegExp,
  within: 'main' | 'dialog' = 'main',
) {
  await page.getByRole(within).getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('dialog', { name: title }).waitFor()
}

export const pressInDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
