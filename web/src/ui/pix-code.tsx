import { clsx } from 'clsx'
import { Suspense, useId, useRef } from 'react'
import { Button } from './button.tsx'
import { controlClass, FieldFrame, fieldBorder } from './field-frame.tsx'
import { Icon } from './icon.tsx'
import { QrCode } from './qr-code.tsx'
import { showToast } from './toast.tsx'

/** A Pix code as a QR code, for the camera of another phone. */
export function PixQrCode({ copyPaste }: { copyPaste: string }) {
  return (
    <Suspense fallback={<div className="size-60 rounded-card bg-sunken sm:size-64" />}>
      <QrCode text={copyPaste} label="QR code do Pix" className="size-52 sm:size-56" />
    </Suspense>
  )
}

/** A Pix code as text for the app of a bank. */
export function PixCopyPaste({ copyPaste }: { copyPaste: string }) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)

  async function handleCopy() {
    try {
      await navigator.clipboard.writeText(copyPaste)
      showToast({ tone: 'success', title: 'Código Pix copiado' })
    } catch {
      // Without access to the clipboard the text is selected for copying by hand.
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
          value={copyPaste}
          onFocus={(event) => event.currentTarget.select()}
          className={clsx(controlClass, fieldBorder(undefined), 'text-sm text-ellipsis')}
        />
      </FieldFrame>
      <Button variant="outline" isWide onClick={handleCopy}>
        <Icon name="copy" />
        Copiar código
      </Button>
    </div>
  )
}
