import { useMutation } from '@tanstack/react-query'
import { errorText } from '../lib/api-error.ts'
import { saveFile } from '../lib/upload.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { showToast } from './toast.tsx'

type DownloadProps = { label: string; file: string; request: () => Promise<string> }

/** A button that saves a file, such as a CSV file for a spreadsheet. */
export function FileDownload({ label, file, request }: DownloadProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: request,
    onSuccess: (text) => saveFile(file, text),
    onError: (error) =>
      showToast({ tone: 'error', title: 'Erro ao exportar', text: errorText(error, 'Tente novamente.') }),
  })
  return (
    <Button variant="outline" isBusy={isPending} onClick={() => mutate()}>
      <Icon name="download" className="size-4.5" />
      {label}
    </Button>
  )
}
