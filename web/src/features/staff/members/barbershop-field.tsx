import { useId } from 'react'
import { Select } from '../../../ui/select.tsx'

type BarbershopFieldProps = {
  shops: readonly { id: string; name: string }[]
  barbershopId: string
  onChange: (barbershopId: string) => void
}

export function BarbershopField({ barbershopId, shops, onChange }: BarbershopFieldProps) {
  const field = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={field} className="text-sm font-semibold">
        Barbearia
      </label>
      <Select
        id={field}
        value={barbershopId}
        options={[
          { value: '', label: 'Escolha a barbearia', isDisabled: true },
          ...shops.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={onChange}
      />
    </div>
  )
}
