import { Button } from '../../../ui/button.tsx'
import { buttonClass } from '../../../ui/button-class.ts'
import { Icon } from '../../../ui/icon.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast-store.ts'

/** Where a page may not write into the clipboard, the field can still be copied by hand. */
async function copy(url: string) {
  const done = await navigator.clipboard?.writeText(url).then(
    () => true,
    () => false,
  )
  if (done) showToast({ tone: 'success', title: 'Link copiado' })
  else showToast({ tone: 'error', title: 'Selecione o link e copie' })
}

/** The address while it is new. `webcal:` makes a phone offer to subscribe instead of downloading once. */
export function FeedLink({ url }: { url: string }) {
  return (
    <div className="grid gap-3">
      <TextField
        label="Link do seu calendário"
        value={url}
        readOnly
        onFocus={(event) => event.target.select()}
        hint="Guarde agora: ele não aparece de novo. Quem tem este link vê seus horários, então não o compartilhe."
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="ink" onClick={() => void copy(url)}>
          <Icon name="copy" />
          Copiar link
        </Button>
        <a href={url.replace(/^https?:/, 'webcal:')} className={buttonClass({ variant: 'outline' })}>
          <Icon name="calendar-check" />
          Abrir no calendário
        </a>
      </div>
    </div>
  )
}
