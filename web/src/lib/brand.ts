export const BRAND = 'Na Régua'

/** The day from which the terms and the privacy text hold as they stand; the account records that it agreed to them. */
export const textsVersion = '21 de novembro de 2026'

export const contact = { email: 'contato@naregua.test', phone: '6230000000', city: 'Goiânia, GO' }
