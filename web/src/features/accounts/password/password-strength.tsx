import { RulerLine } from '../../../ui/ruler.tsx'
import { passwordStrength } from '../rules.ts'

/** A ruler that shows the strength of a new password. */
export function PasswordStrength({ password }: { password: string }) {
  const { steps, text } = passwordStrength(password)
  return (
    <span className="grid grid-cols-[5rem_1fr] items-center gap-3">
      <RulerLine steps={7} done={password ? steps : 0} />
      <span>{text}</span>
    </span>
  )
}
