import { MAX_SPECIALTIES, type StaffMember } from '@na-regua/contract/members'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../../lib/error-text.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { DialogActions } from './dialog-actions.tsx'
import { saveSpecialties } from './queries.ts'
import { addSpecialty } from './rules.ts'
import { SpecialtySearch } from './specialty-search.tsx'
import { useTeamChange } from './use-team-change.ts'

type SpecialtiesDialogProps = { member: StaffMember | undefined; onClose: () => void }

export function SpecialtiesDialog({ member, onClose }: SpecialtiesDialogProps) {
  return (
    <Dialog isOpen={member !== undefined} onClose={onClose} title={`Especialidades de ${member?.name ?? ''}`}>
      {member && <SpecialtiesForm {...{ member, onClose }} />}
    </Dialog>
  )
}

function SpecialtiesForm({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  const [chosen, setChosen] = useState<readonly string[]>(member.specialties)
  const change = useTeamChange({
    run: (names: readonly string[]) => saveSpecialties(member.id, [...names]),
    done: () => 'Especialidades atualizadas',
    onDone: onClose,
  })

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (!change.isPending) change.mutate(chosen)
  }

  return (
    <form onSubmit={handleSubmit} className="grid gap-5">
      <Chosen chosen={chosen} onRemove={(name) => setChosen(chosen.filter((other) => other !== name))} />
      <SpecialtySearch chosen={chosen} onAdd={(name) => setChosen(addSpecialty(chosen, name))} />
      <DialogActions
        failure={change.error ? errorText(change.error, 'Erro ao atualizar especialidades') : undefined}
        isBusy={change.isPending}
        label="Salvar"
        onCancel={onClose}
      />
    </form>
  )
}

function Chosen({ chosen, onRemove }: { chosen: readonly string[]; onRemove: (name: string) => void }) {
  return (
    <div>
      <p className="mb-2 flex justify-between text-sm">
        <span className="font-semibold">Escolhidas</span>
        <span className="text-mute tabular-nums">
          {chosen.length}/{MAX_SPECIALTIES}
        </span>
      </p>
      {chosen.length === 0 && <p className="text-mute">Nenhuma ainda. Procure abaixo.</p>}
      <ul className="flex flex-wrap gap-2">
        {chosen.map((name) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => onRemove(name)}
              className="inline-flex min-h-11 items-center gap-2 rounded-control border border-line bg-sunken pr-2 pl-3 text-left text-sm font-semibold [overflow-wrap:anywhere] transition-colors hover:border-edge"
            >
              <span className="sr-only">Tirar </span>
              {name}
              <Icon name="close" className="size-4 shrink-0 text-mute" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
