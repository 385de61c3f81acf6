import type { TSchema } from 'typebox'

/** Returns how long a text may be by its schema in the contract, for the `maxLength` of its field. */
export const maxLengthOf = (schema: TSchema) => (schema as { maxLength?: number }).maxLength
