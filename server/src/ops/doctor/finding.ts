/** One thing that the doctor looked at: as it should be, worth a look, or in the way of a start or of a person. */
export type Finding = { grade: 'fine' | 'doubtful' | 'wrong'; says: string; advice?: string }

export const fine = (says: string): Finding => ({ grade: 'fine', says })
export const doubtful = (says: string, advice: string): Finding => ({ grade: 'doubtful', says, advice })
export const wrong = (says: string, advice: string): Finding => ({ grade: 'wrong', says, advice })

const marks = { fine: '✓', doubtful: '!', wrong: '✗' }

export function describe({ grade, says, advice }: Finding): string {
  return advice ? `${marks[grade]} ${says}\n    → ${advice}` : `${marks[grade]} ${says}`
}

/** Code and words of what a library threw, without addresses' passwords. */
export function explain(error: unknown): string {
  const { code, message, cause } = error as NodeJS.ErrnoException
  const inner = cause as NodeJS.ErrnoException | undefined
  const words = [code ?? inner?.code, message || inner?.message].filter(Boolean).join(': ')
  return words.replace(/:\/\/[^@\s/]+@/g, '://***@').slice(0, 200)
}
