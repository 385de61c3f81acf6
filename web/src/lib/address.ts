/** A barbershop's address as the user types it: digits without their mask, the state as two letters. */
export type Address = {
  /** As customers read it: street, number, directions. */
  address: string
  street: string
  neighborhood: string
  zipCode: string
  state: string
  city: string
  latitude?: number
  longitude?: number
}

/** Address fields that another feature renders in its form. Changes apply to the latest state. */
export type AddressFieldsProps = {
  value: Address
  onChange: (change: (current: Address) => Partial<Address>) => void
  /** Whether the address that customers read has a field of its own. */
  hasLine?: boolean
  zipError?: string
}
