/**
 * A token, or a path that ends with one, that we did not sign. The character before the last is changed: the last of an encoded signature
 * may carry bits that are not read.
 */
export const alterToken = (token: string) => token.replace(/.(?=.$)/, (char) => (char === 'A' ? 'B' : 'A'))
