/** The specification's two texts about an address; undefined when a letter could be sent to it. */
export function emailProblem(email: string) {
  if (!email.trim()) return 'Por favor, informe seu endereço de e-mail'
  const isShaped = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())
  return isShaped ? undefined : 'Por favor, informe um endereço de e-mail válido'
}
