import { createStoredValue, useStoredValue } from './use-stored-value.ts'

const chosenRegister = createStoredValue<string>({ key: 'cashRegister', parse: (text) => text, format: String })

/** Where this device puts the cash, until another register is chosen on it. */
export const chooseRegister = (id: string) => void chosenRegister.write(id)

/** The register of this device among those in use: the one that was chosen on it, or the first. */
export function useChosenRegister<T extends { id: string }>(registers: readonly T[]): T | undefined {
  const [id] = useStoredValue(chosenRegister)
  return registers.find((register) => register.id === id) ?? registers[0]
}
