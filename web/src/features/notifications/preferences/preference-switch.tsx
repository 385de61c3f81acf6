type PreferenceSwitchProps = { label: string; isOn: boolean; onChange: (isOn: boolean) => void }

export function PreferenceSwitch({ label, isOn, onChange }: PreferenceSwitchProps) {
  return (
    <label className="inline-grid size-11 place-items-center">
      <input
        type="checkbox"
        aria-label={label}
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
        className="h-6 w-10 appearance-none rounded-full border-[1.5px] border-edge bg-sunken bg-[radial-gradient(circle_at_center,var(--color-edge)_0_7px,transparent_8px)] bg-size-[22px_100%] bg-position-[left_center] bg-no-repeat transition-all checked:border-green checked:bg-green-soft checked:bg-[radial-gradient(circle_at_center,var(--color-green)_0_7px,transparent_8px)] checked:bg-position-[right_center]"
      />
    </label>
  )
}
