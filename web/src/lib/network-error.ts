const texts = {
  network: [
    'Não foi possível falar com o servidor. Verifique sua conexão e tente novamente.',
    'Sem conexão com o servidor.',
  ],
  timeout: ['O servidor demorou demais para responder. Tente novamente.', 'O servidor demorou demais para responder.'],
} as const

/** No answer came. `message` is ready to show; `hint` follows words that say already what failed. */
export class NetworkError extends Error {
  readonly reason: keyof typeof texts
  readonly hint: string

  constructor(reason: keyof typeof texts) {
    super(texts[reason][0])
    this.name = 'NetworkError'
    this.reason = reason
    this.hint = texts[reason][1]
  }
}
