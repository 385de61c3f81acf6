import { type ComponentProps, useState } from 'react'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import { type FieldProps, TextField } from './text-field.tsx'

type PasswordFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'type'>

export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const label = isShown ? 'Ocultar senha' : 'Mostrar senha'
  return (
    <TextField
      autoComplete="current-password"
      {...props}
      type={isShown ? 'text' : 'password'}
      after={
        <IconButton label={label} aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          <Icon name={isShown ? 'eye-off' : 'eye'} />
        </IconButton>
      }
    />
  )
}
