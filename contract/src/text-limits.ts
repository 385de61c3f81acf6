/**
 * The rules of texts that forms check too. The schemas are made of them, and the web reads them here: it has no schemas of endpoints.
 * Lengths are UTF-16 units.
 */
export const MAX_NAME = 120
export const MAX_REASON = 120
/** Of the Banco Central; a key with its signs is shorter, too. */
export const MAX_PIX_KEY = 77
export const MAX_PRODUCT_NAME = 100
export const MAX_CASH_NOTE = 200
export const MAX_REGISTER_NAME = 40
/** Of staff about one appointment. */
export const MAX_STAFF_NOTE = 500
export const MAX_OUTREACH_TEXT = 600
/** MM-DD */
export const BIRTHDAY_PATTERN =
  '^(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|[12]\\d))$'
export const MAX_CUSTOMER_NOTES = 2000
export const MAX_CUSTOMER_ALLERGIES = 500
export const MIN_MUNICIPALITY_QUERY = 2
export const MAX_MUNICIPALITY_QUERY = 60
/** Words that the names of services are searched for. */
export const MAX_SERVICE_QUERY = 60
/** What barbershops, customers and reviews are searched for. */
export const MAX_SEARCH_TEXT = 80
export const MAX_EMAIL = 254
export const MIN_PASSWORD = 6

/** The last day that a date can be. */
export const LAST_LOCAL_DATE = '2099-12-31'
/** Beside it, the day must exist. */
export const LOCAL_DATE_PATTERN = '^20\\d\\d-\\d\\d-\\d\\d$'
export const HOUR_MINUTE_PATTERN = '^([01]\\d|2[0-3]):[0-5]\\d$'
export const ID_PATTERN = '^[\\da-fA-F]{8}(-[\\da-fA-F]{4}){3}-[\\da-fA-F]{12}$'
/** 256 random bits in base64url, in the link that they open. */
export const TOKEN_PATTERN = '^[\\w-]{43}$'
/** In the links of the pages of a queue, behind its QR code and on its screen. */
export const QUEUE_KEY_PATTERN = '^[\\w-]{16,64}$'
/** Since 2026 with A to Z, too; its last two digits check the others. */
export const CNPJ_PATTERN = '^[0-9A-Z]{12}\\d{2}$'
export const ZIP_CODE_PATTERN = '^\\d{8}$'
export const STATE_PATTERN = '^[A-Z]{2}$'
/** Of one review. */
export const MAX_REVIEW_PHOTOS = 3
/** The message for one photo more. */
export const TOO_MANY_REVIEW_PHOTOS_MESSAGE = `Você pode adicionar no máximo ${MAX_REVIEW_PHOTOS} fotos.`
export const MAX_INSTAGRAM = 30
/** Dots only between other characters: the handle is a part of an address. */
export const INSTAGRAM_PATTERN = '^[a-z0-9_]+(\\.[a-z0-9_]+)*$'
/** Of a Brazilian phone. Not every one exists, see phones.ts. */
export const AREA_CODE_PATTERN = '^[1-9]\\d$'
export const EMAIL_CODE_PATTERN = '^\\d{6}$'

// Brackets, commas and quotes could make mail servers parse one address as several.
const emailPart = '[^\\s@,;:"()<>\\[\\]\\\\\\u0000\\ud800-\\udfff]+'
export const EMAIL_PATTERN = `^${emailPart}@${emailPart}\\.${emailPart}$`

/** True when a text is as a schema with this pattern demands. */
export function matchesPattern(pattern: string, text: string): boolean {
  return new RegExp(pattern, 'u').test(text)
}

/** True when a text has a word or a number: signs and invisible characters alone say nothing. */
export function hasWord(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}
