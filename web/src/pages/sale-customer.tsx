import { useState } from 'react'
import { CustomerChoice } from '../features/appointments/new-appointment/customer-choice.tsx'
import { noCustomer } from '../features/appointments/new-appointment/rules.ts'
import type { Buyer } from '../features/visits/closing-sheet.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

type SaleCustomerProps = { barbershopId: string; timeZone: string; onChange: (buyer: Buyer) => void }

/** Who buys at the counter: only a known customer may owe the sum. Most sales need no name, so the field comes with a tap. */
export function SaleCustomer({ barbershopId, timeZone, onChange }: SaleCustomerProps) {
  const [isOpen, setOpen] = useState(false)
  const [customer, setCustomer] = useState(noCustomer)
  if (!isOpen) {
    return (
      <Button variant="outline" onClick={() => setOpen(true)}>
        <Icon name="user" />
        Dizer quem é o cliente
      </Button>
    )
  }
  return (
    <CustomerChoice
      barbershopId={barbershopId}
      timeZone={timeZone}
      value={customer}
      asksPhone={false}
      isFocused
      onChange={(next) => {
        setCustomer(next)
        onChange({ profileId: next.known?.id, customerName: next.name.trim() || undefined })
      }}
    />
  )
}
