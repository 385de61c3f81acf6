import { describe, expect, test } from 'vitest'
import { findContractProblem, isWholePdf } from './rules.ts'

const partner = { regime: 'partner', cnpj: '11222333000181', startsOn: '2026-03-01', endsOn: '2027-02-28' } as const

describe('a contract', () => {
  test('of a partner has a CNPJ whose digits check each other, also one of 2026 with capitals', () => {
    expect(findContractProblem(partner)).toBeUndefined()
    expect(findContractProblem({ ...partner, cnpj: 'Q0SLFMBD7VX439' })).toBeUndefined()
    expect(findContractProblem({ ...partner, cnpj: null, endsOn: null })).toBeUndefined()
    for (const cnpj of ['11222333000182', 'Q0SLFMBD7VX438', '00000000000000'])
      expect(findContractProblem({ ...partner, cnpj })).toContain('CNPJ')
  })

  test('of an employee has none, and none ends before it begins', () => {
    expect(findContractProblem({ ...partner, regime: 'employee' })).toContain('empregado')
    expect(findContractProblem({ ...partner, endsOn: '2026-02-28' })).toContain('termina')
    expect(findContractProblem({ ...partner, endsOn: '2026-03-01' })).toBeUndefined()
  })
})

test('a PDF is one from its first to its last bytes', () => {
  expect(isWholePdf(Buffer.from('%PDF-1.7\n…\n%%EOF\n'))).toBe(true)
  for (const text of [
    '%PDF-1.7 cut off',
    'x%PDF-1.7 %%EOF',
    '<html>%PDF-1.7 %%EOF',
    `%PDF-1.7 %%EOF${' '.repeat(2000)}`,
  ])
    expect(isWholePdf(Buffer.from(text))).toBe(false)
})
