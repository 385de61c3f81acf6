import type { Contract } from '@na-regua/contract/contracts'
import { describe, expect, test } from 'vitest'
import { describeContract, findContractWarning, nameOfPayment, readContract, toContractDraft } from './rules.ts'

const file = { type: 'application/pdf', bytes: 1000, addedAt: '2026-03-01T12:00:00.000Z' }
const contract: Contract = {
  id: '00000000-0000-4000-8000-000000000001',
  regime: 'partner',
  cnpj: '11222333000181',
  startsOn: '2026-01-01',
  endsOn: null,
  version: 1,
  file,
}

describe('the contracts of a barber', () => {
  test.each([
    ['none', [], 'Sem contrato'],
    ['one that has ended', [{ ...contract, endsOn: '2026-03-11' }], 'Sem contrato'],
    ['one that ends in 31 days', [{ ...contract, endsOn: '2026-04-12' }], undefined],
    ['one that ends in 30 days', [{ ...contract, endsOn: '2026-04-11' }], 'Termina em 30 dias'],
    ['one that ends tomorrow', [{ ...contract, endsOn: '2026-03-13' }], 'Termina em 1 dia'],
    ['one that ends today', [{ ...contract, endsOn: '2026-03-12' }], 'Termina hoje'],
    [
      'one that ends and the next one',
      [
        { ...contract, startsOn: '2026-03-20' },
        { ...contract, endsOn: '2026-03-19' },
      ],
      undefined,
    ],
    ['a partner without a CNPJ', [{ ...contract, cnpj: null }], 'Falta o CNPJ'],
    ['one without its file', [{ ...contract, file: null }], 'Falta o arquivo'],
    ['a whole one', [contract], undefined],
  ])('%s', (_, contracts, warning) => {
    expect(findContractWarning(contracts, '2026-03-12')).toBe(warning)
  })

  test('are described in one line', () => {
    expect(describeContract(contract)).toBe('Salão Parceiro · 11.222.333/0001-81 · desde 01/01/2026, sem prazo')
    const employee = { ...contract, regime: 'employee' as const, cnpj: null, endsOn: '2026-12-31' }
    expect(describeContract(employee)).toBe('Empregado (CLT) · de 01/01/2026 a 31/12/2026')
  })
})

describe('a draft of a contract', () => {
  const draft = toContractDraft(contract, '2026-03-12')

  test('is read without the signs of its CNPJ, which may have capitals', () => {
    const { cnpj, startsOn, regime } = contract
    expect(readContract(draft)).toEqual({ fields: { regime, cnpj, startsOn, endsOn: null }, problems: {} })
    expect(readContract({ ...draft, cnpj: 'Q0.SLF.MBD/7VX4-39' }).fields.cnpj).toBe('Q0SLFMBD7VX439')
    expect(readContract({ ...draft, regime: 'employee' }).fields.cnpj).toBeNull()
    expect(readContract({ ...draft, cnpj: ' ' })).toMatchObject({ fields: { cnpj: null }, problems: {} })
  })

  test('has its problems at the fields', () => {
    expect(readContract({ ...draft, cnpj: '11.222.333/0001-82' }).problems).toEqual({ cnpj: 'Confira o CNPJ.' })
    expect(Object.keys(readContract({ ...draft, startsOn: '' }).problems)).toEqual(['startsOn'])
    expect(Object.keys(readContract({ ...draft, endsOn: '2025-12-31' }).problems)).toEqual(['endsOn'])
  })
})

test('a settlement is paid to the barber, received from them, or closed where it sums to nothing', () => {
  expect([1, -1, 0].map(nameOfPayment)).toEqual(['Paguei o barbeiro', 'Recebi do barbeiro', 'Encerrar sem pagamento'])
})
