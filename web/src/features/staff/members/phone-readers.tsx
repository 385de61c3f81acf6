import type { PhoneReadersOf } from '@na-regua/contract/roles'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { setPhoneReaders } from '../queries.ts'
import { useMembersChange } from '../use-members-change.ts'

/** Who of the staff reads the phones of all customers, by barbershop. Only for its owner. */
export function PhoneReaders({ readers }: { readers: readonly PhoneReadersOf[] }) {
  if (readers.length === 0) return null
  return (
    <section aria-labelledby="telefones" className="grid gap-3">
      <div>
        <h3 id="telefones" className="text-lg">
          Telefone dos clientes
        </h3>
        <p className="text-sm text-mute">
          Quem vê o telefone de todos. Você e a gerência veem sempre; cada barbeiro vê o de quem ele atende.
        </p>
      </div>
      <ul className="grid gap-2">
        {readers.map((one) => (
          <ReadersOfBarbershop key={one.barbershop.id} readers={one} isNamed={readers.length > 1} />
        ))}
      </ul>
    </section>
  )
}

function ReadersOfBarbershop({ readers, isNamed }: { readers: PhoneReadersOf; isNamed: boolean }) {
  const { receptionists, barbers, barbershop } = readers
  const change = useMembersChange({
    run: (next: { receptionists: boolean; barbers: boolean }) => setPhoneReaders(barbershop.id, next),
    successText: () => 'Escolha salva',
    failure: 'Erro ao salvar. Tente novamente.',
  })
  const name = isNamed ? ` da ${barbershop.name}` : ''
  return (
    <li className="rounded-card border border-line bg-card px-4 py-2">
      {isNamed && <p className="pt-1 font-semibold [overflow-wrap:anywhere]">{barbershop.name}</p>}
      <Checkbox
        checked={receptionists}
        disabled={change.isPending}
        onChange={(next) => change.mutate({ receptionists: next, barbers })}
      >
        A recepção{name}
      </Checkbox>
      <Checkbox
        checked={barbers}
        disabled={change.isPending}
        onChange={(next) => change.mutate({ receptionists, barbers: next })}
      >
        Os barbeiros{name}
      </Checkbox>
    </li>
  )
}
