import { type Static, Type } from 'typebox'
import { IdParams, Nullable, Strict, Text } from './fields.ts'
import { defineApi, route } from './route.ts'
import { MAX_NAME, MAX_PIX_KEY } from './text-limits.ts'

/** As the Banco Central names them. evp: a random key. */
export const pixKeyTypes = ['cpf', 'cnpj', 'email', 'phone', 'evp'] as const
export type PixKeyType = (typeof pixKeyTypes)[number]

/** To whom a customer pays by Pix: the barbershop's own key. The name and city are ASCII, as banks show them. */
const PixReceiver = Type.Object({
  keyType: Type.Enum(pixKeyTypes),
  key: Type.String(),
  merchantName: Type.String(),
  merchantCity: Type.String(),
})
export type PixReceiver = Static<typeof PixReceiver>

/** Receiver null: the barbershop has no key here, and shows no codes. */
const PixSettings = Type.Object({ receiver: Nullable(PixReceiver), version: Type.Integer() })
export type PixSettings = Static<typeof PixSettings>

const PixSettingsResponse = Type.Object({ settings: PixSettings })

/** The barbershop's own Pix key. Money goes from the customer's bank to the barbershop's. */
export const pixApi = defineApi(
  { tag: 'pix', description: 'A chave Pix da barbearia' },
  {
    get: route('GET', '/barbershops/:id/pix', {
      summary: 'A chave Pix, para quem trabalha na barbearia',
      params: IdParams,
      errors: ['BARBERSHOP_NOT_FOUND'],
      response: { 200: PixSettingsResponse },
    }),
    save: route('PUT', '/barbershops/:id/pix', {
      summary: 'Troca ou tira a chave Pix; só para o dono',
      params: IdParams,
      body: Strict({
        receiver: Nullable(
          Strict({
            keyType: Type.Enum(pixKeyTypes),
            key: Text({ min: 1, max: MAX_PIX_KEY }),
            merchantName: Text({ min: 1, max: MAX_NAME }),
            merchantCity: Text({ min: 1, max: MAX_NAME }),
          }),
        ),
        version: Type.Integer({ minimum: 1 }),
      }),
      errors: ['BARBERSHOP_NOT_FOUND', 'PIX_KEY_INVALID', 'EDIT_CONFLICT', 'PLAN_LAPSED'],
      response: { 200: PixSettingsResponse },
    }),
  },
)
