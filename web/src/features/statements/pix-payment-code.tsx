import { generatePixPayload } from '@brazilian-utils/brazilian-utils/generate-pix-payload'
import type { PixReceiver } from '@na-regua/contract/pix'
import { toTxid } from '@na-regua/contract/txids'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { errorText } from '../../lib/api-error.ts'
import { formatMoney } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LoadingMessage } from '../../ui/loading.tsx'
import { PixCopyPaste, PixQrCode } from '../../ui/pix-code.tsx'
import { Sentences } from '../../ui/sentences.tsx'
import { pixSettingsQuery } from './queries.ts'

type PaymentCodeProps = {
  barbershopId: string
  /** Made by the device before it is stored: the code names the payment by it. */
  paymentId: string
  amountCents: number
}

/** The code with which a customer pays one payment, made on the device from the barbershop's own key. */
export function PixPaymentCode({ barbershopId, paymentId, amountCents }: PaymentCodeProps) {
  const { data, error } = useQuery(pixSettingsQuery(barbershopId))
  const receiver = data?.settings.receiver
  if (receiver) return <Code receiver={receiver} paymentId={paymentId} cents={amountCents} />
  if (data)
    return (
      <p className="text-sm text-mute">
        Para mostrar o QR code aqui, o dono cadastra a chave Pix no painel da barbearia.
      </p>
    )
  if (error) return <p className="text-sm text-mute">{errorText(error, 'Não foi possível carregar a chave Pix.')}</p>
  return <LoadingMessage>Carregando a chave Pix...</LoadingMessage>
}

type CodeProps = { receiver: PixReceiver; paymentId: string; cents: number }

function Code({ receiver, paymentId, cents }: CodeProps) {
  const [isPrinted, setPrinted] = useState(false)
  const { key, merchantName, merchantCity } = receiver
  const copyPaste = generatePixPayload({
    key,
    merchantName,
    merchantCity,
    amount: cents / 100,
    txid: toTxid(paymentId),
  })
  if (!copyPaste) return <p className="text-sm text-mute">Não há código Pix para este valor.</p>
  function print() {
    setPrinted(true)
    // The sheet of paper is rendered first.
    setTimeout(() => window.print())
  }
  return (
    <section aria-label="Código Pix" className="grid grid-cols-1 justify-items-center gap-4">
      <p className="text-center">
        <strong className="text-xl tabular-nums">{formatMoney(cents)}</strong>
        <br />
        <span className="wrap-anywhere text-sm text-mute">para {merchantName}</span>
      </p>
      <PixQrCode copyPaste={copyPaste} />
      <PixCopyPaste copyPaste={copyPaste} />
      <Button variant="ghost" onClick={print}>
        <Icon name="printer" />
        Imprimir
      </Button>
      <p className="text-sm text-mute">
        <Sentences>
          Veja no app do seu banco se o Pix chegou. Foto ou comprovante na tela do cliente não é pagamento.
        </Sentences>
      </p>
      {isPrinted && <PrintedCode copyPaste={copyPaste} merchantName={merchantName} cents={cents} />}
    </section>
  )
}

type PrintedCodeProps = { copyPaste: string; merchantName: string; cents: number }

/** The code on paper, instead of the page. */
function PrintedCode({ copyPaste, merchantName, cents }: PrintedCodeProps) {
  return createPortal(
    <section data-print className="hidden bg-white text-center text-black print:block">
      <h1 className="text-2xl">Pix de {formatMoney(cents)}</h1>
      <p className="mb-4">para {merchantName}</p>
      <div className="grid justify-items-center">
        <PixQrCode copyPaste={copyPaste} />
      </div>
      <p className="mt-4 text-xs wrap-anywhere">{copyPaste}</p>
    </section>,
    document.body,
  )
}
