/** Bars by hour. Grey unless they are failures or dead letters; the peak is also said in words. */

interface Props { values: number[]; tone: "b2" | "bd" | "bf"; label: string; width?: number; height?: number; stretch?: boolean }

export function Bars({ values, tone, label, width = 240, height = 32, stretch = false }: Props) {
  const peak = Math.max(1, ...values);
  const step = width / Math.max(1, values.length);
  const room = height - 2;
  return (
    <svg
      className="chart"
      width={stretch ? "100%" : width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio={stretch ? "none" : undefined}
      role="img"
      aria-label={label}
    >
      {values.map((value, i) => {
        if (value === 0) return null;
        const tall = Math.max(1, Math.round((value / peak) * room));
        return <rect key={i} className={tone} x={i * step} y={height - 1 - tall} width={Math.max(1, step - 2)} height={tall} />;
      })}
      <path className="axis" d={`M0 ${height - 0.5}H${width}`} />
    </svg>
  );
}
