import { useState } from 'react'
import { describeTypedInstagram } from '../lib/instagram.ts'
import { TextField } from './text-field.tsx'

type InstagramFieldProps = {
  /** What was typed: a handle, or the link of a profile. */
  value: string
  onChange: (text: string) => void
}

/** An Instagram account, or none. Below it stands the address that its link opens. */
export function InstagramField({ value, onChange }: InstagramFieldProps) {
  const [isLeft, setLeft] = useState(false)
  const { opens, problem } = describeTypedInstagram(value)
  return (
    <TextField
      label="Instagram"
      name="instagram"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      hint={opens ? `Abre ${opens}` : 'O usuário, ou o link do perfil.'}
      error={isLeft ? problem : undefined}
      onChange={({ target }) => onChange(target.value)}
      onBlur={() => setLeft(true)}
    />
  )
}
