import type { Page } from '@playwright/test'

/** The text that was copied, pasted into another tab: the product's own pages may not read the clipboard. */
export async function pasteCopiedText(page: Page): Promise<string> {
  const other = await page.context().newPage()
  await other.setContent('<textarea></textarea>')
  const field = other.locator('textarea')
  await field.press('ControlOrMeta+V')
  const text = await field.inputValue()
  await other.close()
  return text
}
