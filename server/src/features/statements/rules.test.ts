import { generatePixPayload } from '@brazilian-utils/brazilian-utils/generate-pix-payload'
import { getPixPayloadInfo } from '@brazilian-utils/brazilian-utils/get-pix-payload-info'
import type { PixKeyType, PixReceiver } from '@na-regua/contract/pix'
import { fromTxid, toTxid } from '@na-regua/contract/txids'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toPixReceiver } from './rules.ts'

const receiver = (keyType: PixKeyType, key: string, texts: Partial<PixReceiver> = {}): PixReceiver => ({
  keyType,
  key,
  merchantName: 'Barbearia do Zé',
  merchantCity: 'Goiânia',
  ...texts,
})

describe('the key of a barbershop', () => {
  test.each([
    ['cpf', '123.456.789-09', '12345678909'],
    ['cnpj', '11.222.333/0001-81', '11222333000181'],
    ['cnpj', '12.abc.345/01de-35', '12ABC34501DE35'],
    ['email', ' Ze@Example.COM ', 'ze@example.com'],
    ['phone', '(62) 98888-7777', '+5562988887777'],
    ['phone', '+55 62 98888-7777', '+5562988887777'],
    // Also a valid CPF.
    ['phone', '51998259765', '+5551998259765'],
    ['cpf', '51998259765', '51998259765'],
    // Area code 55, without the code of the country.
    ['phone', '55 99888-7777', '+5555998887777'],
    ['evp', '71C7D9BE-4B85-4E43-9F1C-1F3B8B4E9A2D', '71c7d9be-4b85-4e43-9f1c-1f3b8b4e9a2d'],
  ] as const)('%s %s', (keyType, key, canonical) => {
    expect(toPixReceiver(receiver(keyType, key))?.key).toBe(canonical)
  })

  test.each([
    ['cpf', '123.456.789-00'],
    ['cpf', '(62) 98888-7777'],
    ['cnpj', '123.456.789-09'],
    ['email', 'ze.example.com'],
    ['email', `${'a'.repeat(70)}@example.com`],
    // A landline has no key.
    ['phone', '(62) 3232-0103'],
    ['evp', 'ze@example.com'],
    ['evp', '71c7d9be4b854e439f1c1f3b8b4e9a2d'],
  ] as const)('is refused as %s: %s', (keyType, key) => {
    expect(toPixReceiver(receiver(keyType, key))).toBeUndefined()
  })

  test('name and city are as banks show them: ASCII, 25 and 15 characters', () => {
    const texts = { merchantName: 'Barbearia São João & Filhos de Goiânia', merchantCity: 'Aparecida de Goiânia' }
    expect(toPixReceiver(receiver('email', 'ze@example.com', texts))).toMatchObject({
      merchantName: 'Barbearia Sao Joao & Filh',
      merchantCity: 'Aparecida de Go',
    })
    expect(toPixReceiver(receiver('email', 'ze@example.com', { merchantName: '理髪店' }))).toBeUndefined()
  })
})

describe('codes', () => {
  test('the example of the Banco Central is written and read', () => {
    const code =
      '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D'
    const example = {
      key: '123e4567-e12b-12d1-a456-426655440000',
      merchantName: 'Fulano de Tal',
      merchantCity: 'BRASILIA',
    }
    expect(generatePixPayload(example)).toBe(code)
    expect(getPixPayloadInfo(code)).toEqual({ ...example, pointOfInitiation: 'static' })
  })

  test('a code with an amount and a text is written and read', () => {
    const code =
      '00020126830014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400000221Sinal corte 12/12 15h520400005303986540535.005802BR5915Barbearia do Ze6007Goiania62260522NR7Kq2mZ81aBcD34eFgH5i6304D903'
    const request = {
      key: '123e4567-e12b-12d1-a456-426655440000',
      merchantName: 'Barbearia do Zé',
      merchantCity: 'Goiânia',
      amount: 35,
      txid: 'NR7Kq2mZ81aBcD34eFgH5i',
      description: 'Sinal corte 12/12 15h',
    }
    expect(generatePixPayload(request)).toBe(code)
    expect(getPixPayloadInfo(code)).toMatchObject({ amount: 35, txid: 'NR7Kq2mZ81aBcD34eFgH5i' })
  })

  test('a code of another bank with a location is read', () => {
    const code =
      '00020101021226760014br.gov.bcb.pix2554pix.example.com/qr/v2/2353c790eefb11eaadc10242ac1200025204000053039865802BR5915Barbearia do Ze6007Goiania62070503***6304059A'
    expect(getPixPayloadInfo(code)).toMatchObject({ pointOfInitiation: 'dynamic', merchantCity: 'Goiania' })
    expect(getPixPayloadInfo(code.replace('059A', '059B'))).toBeNull()
  })

  test('every code has the amount to the cent, and its txid leads back to it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), fc.uuid(), (cents, id) => {
        const { key, merchantName, merchantCity } = receiver('email', 'ze@example.com')
        const code = generatePixPayload({ key, merchantName, merchantCity, amount: cents / 100, txid: toTxid(id) })
        const read = getPixPayloadInfo(code ?? '')
        expect(Math.round((read?.amount ?? 0) * 100)).toBe(cents)
        expect(fromTxid(read?.txid ?? '')).toBe(id)
      }),
    )
  })
})
