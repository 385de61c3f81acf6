import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '../lib/lazy-part.ts'
import { endVisitClosing, useVisitClosing } from '../lib/visit-closing.ts'
import { MissingDialog } from '../ui/toast.tsx'

/** Loaded when it is first needed: most pages of the day finish nothing. */
const LazyClosingSheet = lazyPart(
  async () => (await import('../features/visits/closing-sheet.tsx')).ClosingSheet,
  MissingDialog,
)

const PixPaymentCode = lazyPart(
  async () => (await import('../features/statements/pix-payment-code.tsx')).PixPaymentCode,
  () => null,
)

/** The code of a Pix for the sheet, which another feature draws. */
export function renderPixCode(pix: ComponentProps<typeof PixPaymentCode>) {
  return (
    <Suspense>
      <PixPaymentCode {...pix} />
    </Suspense>
  )
}

/** The sheet that takes the money where staff finish an appointment, for every page on which they do. */
export function FinishSheet() {
  const open = useVisitClosing()
  if (!open) return null
  const { appointment, finishOnly } = open
  return (
    <Suspense>
      <LazyClosingSheet
        target={{ barbershopId: appointment.barbershop.id, appointment }}
        pix={renderPixCode}
        onFinishOnly={finishOnly}
        onClose={endVisitClosing}
      />
    </Suspense>
  )
}
