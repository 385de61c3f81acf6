/**
 * The rules of texts that forms check too. The schemas are made of them, and the web reads them here: it has no schemas of endpoints.
 * Lengths are UTF-16 units.
 */
export const MAX_NAME = 120
export const MAX_REASON = 120
export const MAX_CUSTOMER_NOTES = 2000
export const MAX_CUSTOMER_ALLERGIES = 500
export const MAX_MUNICIPALITY_QUERY = 60
export const MAX_EMAIL = 254
export const MIN_PASSWORD = 6
export const EMAIL_CODE_PATTERN = '^\\d{6}$'

// Brackets, commas and quotes could make mail servers parse one address as several.
const emailPart = '[^\\s@,;:"()<>\\[\\]\\\\\\u0000\\ud800-\\udfff]+'
export const EMAIL_PATTERN = `^${emailPart}@${emailPart}\\.${emailPart}$`
