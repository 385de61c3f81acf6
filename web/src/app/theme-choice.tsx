import { chooseTheme, useTheme } from '../lib/theme.ts'
import { Icon } from '../ui/icon.tsx'
import { Segmented } from '../ui/segmented.tsx'

const options = [
  { value: 'auto', label: 'Tema do aparelho', icon: <Icon name="device" /> },
  { value: 'light', label: 'Tema claro', icon: <Icon name="sun" /> },
  { value: 'dark', label: 'Tema escuro', icon: <Icon name="moon" /> },
] as const

export function ThemeChoice() {
  return <Segmented label="Tema" options={options} value={useTheme()} onChange={chooseTheme} />
}
