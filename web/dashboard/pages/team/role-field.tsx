import { useTranslation } from 'react-i18next';
import { TEAM_ROLES, type TeamRole } from '../../../../server/src/kit/permissions.ts';

/** The roles with what each may do. */
export function RoleField({ chosen, onChange }: { chosen: TeamRole; onChange: (role: TeamRole) => void }) {
  const { t } = useTranslation('team');
  return (
    <fieldset className="grid gap-2">
      <legend className="pb-1 text-small font-semibold">{t('role')}</legend>
      {TEAM_ROLES.map((role) => (
        <label
          key={role}
          className={`flex items-start gap-3 rounded-lg border p-3 ${chosen === role ? 'border-accent bg-accent-ground' : ''}`}
        >
          <input
            type="radio"
            name="role"
            value={role}
            checked={chosen === role}
            onChange={() => onChange(role)}
            className="mt-1 size-4 shrink-0 accent-accent"
          />
          <span>
            <span className="font-medium">{t(`roles.${role}`)}</span>
            <span className="block text-small text-quiet">{t(`roleAbout.${role}`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
