const texts = {
  network: 'Não foi possível falar com o servidor. Verifique sua conexão e tente novamente.',
  timeout: 'O servidor demorou demais para responder. Tente novamente.',
}

/** No answer came. `message` is ready to show. */
export class NetworkError extends Error {
  readonly reason: keyof typeof texts

  constructor(reason: keyof typeof texts) {
    super(texts[reason])
    this.name = 'NetworkError'
    this.reason = reason
  }
}
