import { expect } from '@playwright/test'
import { HtmlValidate, StaticConfigLoader } from 'html-validate'

/** The rules of the HTML standard, none of style. */
const validator = new HtmlValidate(new StaticConfigLoader({ root: true, extends: ['html-validate:standard'] }))

/** "ARIA in HTML" allows the role on text fields only, which the validator does not check. */
const comboboxOnSearchField = /<input(?=[^>]*\btype="search")[^>]*\brole="combobox"/

/** Content models, attributes and their values, ids: what a conformance checker reports as an error. */
export async function expectValidHtml(html: string, name: string) {
  const { results } = await validator.validateString(html)
  const problems = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  )
  if (comboboxOnSearchField.test(html)) problems.push('role combobox on a search field')
  expect(problems, `HTML of ${name}`).toEqual([])
}
