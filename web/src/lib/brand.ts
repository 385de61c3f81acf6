export const BRAND = 'Na Régua'

export const contact = { email: 'contato@naregua.test', phone: '6230000000', city: 'Goiânia, GO' }
