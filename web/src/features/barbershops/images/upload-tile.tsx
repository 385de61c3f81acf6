import { RulerLine } from '../../../ui/ruler.tsx'
import type { PictureUpload } from './use-picture-uploads.ts'

const TICKS = 21

/** A picture on its way: the ruler fills while it leaves. */
export function UploadTile({ upload: { preview, part } }: { upload: PictureUpload }) {
  const percent = Math.round(part * 100)
  return (
    <div className="relative overflow-hidden rounded-control border border-line bg-sunken">
      <img src={preview} alt="" className="aspect-4/3 w-full object-cover opacity-50" />
      <div
        role="progressbar"
        aria-label="Envio da imagem"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="absolute inset-x-2 bottom-2 grid gap-1.5 rounded-small bg-card p-2"
      >
        <RulerLine steps={TICKS} done={Math.round(part * TICKS)} />
        <span className="text-sm text-mute tabular-nums">
          {percent < 100 ? `Enviando ${percent} %` : 'Preparando…'}
        </span>
      </div>
    </div>
  )
}
