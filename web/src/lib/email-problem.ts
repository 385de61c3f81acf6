/** The specification's two messages about an email address; undefined for a valid one. */
export function emailProblem(email: string) {
  if (!email.trim()) return 'Por favor, informe seu endereço de e-mail'
  const isShaped = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())
  return isShaped ? undefined : 'Por favor, informe um endereço de e-mail válido'
}
