import { type ReactNode, useState } from 'react'
import { PasswordField } from './password-field.tsx'

type Field = { label: string; name: string; error: string | undefined }

type NewPasswordFieldsProps = {
  password: Field
  confirmation: Field
  /** How good what is being typed is. */
  strength: (password: string) => ReactNode
}

/** A password that is being made, and the same once more: it cannot be read while it is typed. */
export function NewPasswordFields({ password, confirmation, strength }: NewPasswordFieldsProps) {
  const [typed, setTyped] = useState('')
  return (
    <>
      <PasswordField
        {...password}
        autoComplete="new-password"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        hint={strength(typed)}
      />
      <PasswordField {...confirmation} autoComplete="new-password" />
    </>
  )
}
