import { type Contract, contractRegimes, MAX_CONTRACT_FILE_BYTES } from '@na-regua/contract/contracts'
import { useState } from 'react'
import { errorText } from '../../lib/api-error.ts'
import { acceptedImages, toImageProblem } from '../../lib/upload.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ChoiceGroup } from '../../ui/checkbox.tsx'
import { FormDialog, UnsavedChanges } from '../../ui/confirm-dialog.tsx'
import { Form, useFormErrors } from '../../ui/form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useContractRemoval, useContractSave } from './queries.ts'
import { readContract, regimeNames, toContractDraft } from './rules.ts'

type ContractDialogProps = {
  barbershopId: string
  barber: { id: string; name: string }
  /** Undefined: a new one. */
  contract: Contract | undefined
  today: string
  onClose: () => void
}

const regimes = contractRegimes.map((value) => ({ value, label: regimeNames[value] }))

/** On what terms a barber works, with the signed paper. */
export function ContractDialog({ barbershopId, barber, contract, today, onClose }: ContractDialogProps) {
  const [stored, setStored] = useState(contract)
  const [draft, setDraft] = useState(() => toContractDraft(contract, today))
  const [file, setFile] = useState<File>()
  const fields = useFormErrors<'cnpj' | 'startsOn' | 'endsOn'>()
  const save = useContractSave({ barbershopId, barberId: barber.id })
  const change = (changed: Partial<typeof draft>) => setDraft({ ...draft, ...changed })
  function handleSubmit() {
    const read = readContract(draft)
    if (!fields.reportErrors(read.problems)) return
    save.mutate({ fields: read.fields, contract: stored, file, onStored: setStored }, { onSuccess: onClose })
  }
  const isTooLarge = file && !file.type.startsWith('image/') && file.size > MAX_CONTRACT_FILE_BYTES
  const failure = save.error && toImageProblem(save.error, 'Não foi possível salvar. Tente novamente.').text
  return (
    <FormDialog isOpen title={`Contrato de ${barber.name}`} onClose={onClose}>
      <Form
        fields={fields}
        isBusy={save.isPending}
        onSubmit={() => !isTooLarge && handleSubmit()}
        submit="Salvar contrato"
        failure={isTooLarge ? 'O arquivo deve ter no máximo 5 MB.' : failure}
      >
        <UnsavedChanges draft={[draft, file]} />
        <ChoiceGroup
          legend="Como trabalha"
          options={regimes}
          value={draft.regime}
          onChange={(regime = draft.regime) => change({ regime })}
        />
        {draft.regime !== 'employee' && (
          <TextField
            label="CNPJ do barbeiro"
            name="cnpj"
            autoCapitalize="characters"
            autoComplete="off"
            maxLength={30}
            error={fields.errors.cnpj}
            value={draft.cnpj}
            onChange={({ target }) => change({ cnpj: target.value.toUpperCase() })}
          />
        )}
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <TextField
            label="Começa em"
            name="startsOn"
            type="date"
            error={fields.errors.startsOn}
            value={draft.startsOn}
            onChange={({ target }) => change({ startsOn: target.value })}
          />
          <TextField
            label="Termina em (opcional)"
            name="endsOn"
            type="date"
            error={fields.errors.endsOn}
            value={draft.endsOn}
            onChange={({ target }) => change({ endsOn: target.value })}
          />
        </div>
        <FileChoice file={file} hasStored={Boolean(stored?.file)} onChange={setFile} />
        {contract && <Removal contract={contract} onRemoved={onClose} />}
      </Form>
    </FormDialog>
  )
}

type FileChoiceProps = { file: File | undefined; hasStored: boolean; onChange: (file: File) => void }

function FileChoice({ file, hasStored, onChange }: FileChoiceProps) {
  return (
    <div className="grid gap-2">
      <p className="font-semibold">Contrato assinado</p>
      <label
        className={`${buttonClass({ variant: 'outline' })} cursor-pointer justify-self-start focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-ink`}
      >
        <input
          type="file"
          accept={`application/pdf,${acceptedImages}`}
          className="sr-only"
          onChange={({ target }) => {
            const [chosen] = target.files ?? []
            // The same file can be chosen again.
            target.value = ''
            if (chosen) onChange(chosen)
          }}
        />
        <Icon name="plus" className="size-4.5" />
        {hasStored ? 'Trocar o arquivo' : 'Escolher PDF ou foto'}
      </label>
      <p className="text-sm wrap-anywhere text-mute">
        {file ? file.name : 'Até 5 MB. Só o barbeiro e quem cuida do dinheiro abrem.'}
      </p>
    </div>
  )
}

/** In two steps, because the file goes with it. */
function Removal({ contract, onRemoved }: { contract: Contract; onRemoved: () => void }) {
  const [isSure, setSure] = useState(false)
  const removal = useContractRemoval()
  if (!isSure)
    return (
      <Button variant="outline" className="justify-self-start" onClick={() => setSure(true)}>
        Apagar contrato
      </Button>
    )
  return (
    <div className="grid gap-2">
      <p>O contrato e o arquivo são apagados, e os dias dele saem da cota-parte.</p>
      <Button
        variant="outline"
        className="justify-self-start"
        isBusy={removal.isPending}
        onClick={() => removal.mutate(contract.id, { onSuccess: onRemoved })}
      >
        Apagar mesmo assim
      </Button>
      {removal.error && <p className="text-red">{errorText(removal.error, 'Não foi possível apagar.')}</p>}
    </div>
  )
}
