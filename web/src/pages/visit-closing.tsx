import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '../lib/lazy-part.ts'
import { endVisitClosing, useVisitClosing } from '../lib/visit-closing.ts'
import { MissingDialog } from '../ui/toast.tsx'

/** Loaded when it is first needed: most pages of the day finish nothing. */
const LazyClosingSheet = lazyPart(
  async () => (await import('../features/visits/closing-sheet.tsx')).ClosingSheet,
  MissingDialog,
)

const LazyAllSheet = lazyPart(
  async () => (await import('../features/visits/closing-all-sheet.tsx')).ClosingAllSheet,
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

/** The sheet that takes the money where staff finish appointments, for every page on which they do. */
export function FinishSheet() {
  const open = useVisitClosing()
  if (!open) return null
  const { appointments, finishOnly } = open
  const [appointment, ...others] = appointments
  if (!appointment) return null
  return (
    <Suspense>
      {others.length > 0 ? (
        <LazyAllSheet appointments={appointments} onFinishOnly={finishOnly} onClose={endVisitClosing} />
      ) : (
        <LazyClosingSheet
          target={{ barbershopId: appointment.barbershop.id, appointment }}
          pix={renderPixCode}
          onFinishOnly={() => finishOnly(appointments)}
          onClose={endVisitClosing}
        />
      )}
    </Suspense>
  )
}
