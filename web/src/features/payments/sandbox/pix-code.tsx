import { lazy, Suspense, useId, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { controlClass, FieldFrame, fieldBorder } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { formatClock } from '../rules.ts'

// The encoder comes with the first Pix and not before.
const QrCode = lazy(() => import('./qr-code.tsx').then((module) => ({ default: module.QrCode })))

type PixCodeProps = { copyPaste: string; secondsLeft: number | undefined }

/** The same code for a camera and for the clipboard, and how long it is good. */
export function PixCode({ copyPaste, secondsLeft }: PixCodeProps) {
  return (
    <>
      <Suspense fallback={<div className="size-60 rounded-card bg-sunken sm:size-64" />}>
        <QrCode text={copyPaste} label="QR code do Pix" />
      </Suspense>
      {secondsLeft !== undefined && (
        <p className="flex items-center gap-2 text-mute">
          <Icon name="clock" />
          Vale por mais
          <span role="timer" aria-label="Tempo restante" className="font-semibold text-ink tabular-nums">
            {formatClock(secondsLeft)}
          </span>
        </p>
      )}
      <CopyPaste text={copyPaste} />
    </>
  )
}

function CopyPaste({ text }: { text: string }) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)

  async function handleCopy() {
    try {
      await navigator.clipboard.writeText(text)
      showToast({ tone: 'success', title: 'Código Pix copiado' })
    } catch {
      // Where the clipboard is closed, the text lies ready to be copied by hand.
      field.current?.select()
      showToast({ tone: 'info', title: 'Copie o código selecionado' })
    }
  }

  return (
    <div className="grid w-full gap-2">
      <FieldFrame id={id} label="Pix copia e cola">
        <input
          ref={field}
          id={id}
          readOnly
          value={text}
          onFocus={(event) => event.currentTarget.select()}
          className={classNames(controlClass, fieldBorder(undefined), 'text-sm text-ellipsis')}
        />
      </FieldFrame>
      <Button variant="outline" isWide onClick={handleCopy}>
        <Icon name="copy" />
        Copiar código
      </Button>
    </div>
  )
}
