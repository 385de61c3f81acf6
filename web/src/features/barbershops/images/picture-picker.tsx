import { IMAGE_TYPES } from '@na-regua/contract/images'
import { type ChangeEvent, type ComponentProps, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'

type PicturePickerProps = {
  label: string
  onPick: (files: File[]) => void
  isMultiple?: boolean
  isDisabled?: boolean
}

/** Files of the device; where fingers are, also the camera itself. */
export function PicturePicker({ label, onPick, isMultiple = false, isDisabled = false }: PicturePickerProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <FileButton icon="image" {...{ label, onPick, isDisabled }} multiple={isMultiple} />
      <FileButton
        icon="camera"
        label="Tirar foto"
        {...{ onPick, isDisabled }}
        capture="environment"
        className="hidden pointer-coarse:inline-flex"
      />
    </div>
  )
}

type FileButtonProps = Pick<ComponentProps<'input'>, 'multiple' | 'capture'> & {
  icon: 'image' | 'camera'
  label: string
  onPick: (files: File[]) => void
  isDisabled: boolean
  className?: string
}

function FileButton({ icon, label, onPick, isDisabled, className, ...input }: FileButtonProps) {
  const field = useRef<HTMLInputElement>(null)

  function handleChange({ target }: ChangeEvent<HTMLInputElement>) {
    const files = [...(target.files ?? [])]
    // The same file chosen again is a choice, too.
    target.value = ''
    if (files.length > 0) onPick(files)
  }

  return (
    <>
      <input
        {...input}
        ref={field}
        type="file"
        accept={IMAGE_TYPES}
        onChange={handleChange}
        tabIndex={-1}
        aria-label={`${label}: arquivo`}
        className="sr-only"
      />
      <Button variant="outline" disabled={isDisabled} className={className} onClick={() => field.current?.click()}>
        <Icon name={icon} />
        {label}
      </Button>
    </>
  )
}
