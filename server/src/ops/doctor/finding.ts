/** Result of one check. `wrong` prevents the start or breaks a feature; `doubtful` deserves attention. */
export type Finding = { grade: 'fine' | 'doubtful' | 'wrong'; message: string; advice?: string }

export const fine = (message: string): Finding => ({ grade: 'fine', message })
export const doubtful = (message: string, advice: string): Finding => ({ grade: 'doubtful', message, advice })
export const wrong = (message: string, advice: string): Finding => ({ grade: 'wrong', message, advice })

const marks = { fine: '✓', doubtful: '!', wrong: '✗' }

export function describe({ grade, message: says, advice }: Finding): string {
  return advice ? `${marks[grade]} ${says}\n    → ${advice}` : `${marks[grade]} ${says}`
}

/** Code and message of an error, without passwords in URLs. */
export function explain(error: unknown): string {
  const { code, message, cause } = error as NodeJS.ErrnoException
  const inner = cause as NodeJS.ErrnoException | undefined
  const text = [code ?? inner?.code, message || inner?.message].filter(Boolean).join(': ')
  return text.replace(/:\/\/[^@\s/]+@/g, '://***@').slice(0, 200)
}
