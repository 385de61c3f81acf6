import { useMutation } from '@tanstack/react-query'
import { errorText } from '../../../lib/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { exports } from './queries.ts'

const files = { appointments: 'agendamentos.csv', customers: 'clientes.csv' } as const

/** Hands the browser a file, as if it had been downloaded from an address. */
function save(name: string, text: string) {
  // The mark for UTF-8 is lost when an answer is read as text.
  const url = URL.createObjectURL(new Blob(['\uFEFF', text.replace(/^\uFEFF/, '')], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the address a moment after the press.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** The rows behind the figures, for a spreadsheet. */
export function ExportButtons() {
  return (
    <div className="flex flex-wrap gap-2">
      <ExportButton kind="appointments" label="Exportar agendamentos" />
      <ExportButton kind="customers" label="Exportar clientes" />
    </div>
  )
}

function ExportButton({ kind, label }: { kind: keyof typeof files; label: string }) {
  const { mutate, isPending } = useMutation({
    mutationFn: exports[kind],
    onSuccess: (text) => save(files[kind], text),
    onError: (error) =>
      showToast({ tone: 'error', title: 'Erro ao exportar', text: errorText(error, 'Tente novamente.') }),
  })
  return (
    <Button variant="outline" isBusy={isPending} onClick={() => mutate()}>
      <Icon name="download" className="size-4.5" />
      {label} (CSV)
    </Button>
  )
}
