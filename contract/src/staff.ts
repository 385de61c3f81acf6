import { type Static, Type } from 'typebox'
import { Id, IdParams, Nullable } from './fields.ts'
import { route } from './route.ts'

export const Barber = Type.Object({
  id: Id,
  name: Type.String(),
  avatarUrl: Nullable(Type.String()),
  bio: Nullable(Type.String()),
  specialties: Type.Array(Type.String()),
  user: Type.Object({ name: Type.String(), avatarUrl: Nullable(Type.String()) }),
  barbershop: Type.Object({ id: Id, name: Type.String() }),
})
export type Barber = Static<typeof Barber>

export const staffApi = {
  list: route('GET', '/barbershops/:id/barbers', {
    summary: 'Barbeiros de uma barbearia',
    params: IdParams,
    response: { 200: Type.Object({ barbers: Type.Array(Barber) }) },
  }),
}
